use super::*;
use crate::base::Digest;

fn text(secret: &SecretString) -> &str {
    sealed::exposed(secret)
}

#[test]
fn a_players_file_has_the_documented_shape() {
    let secret = PlayerSecret::generate(std::array::from_fn(|n| u8::try_from(n).unwrap()));
    let written = secret.write();
    let lines: Vec<&str> = text(&written).lines().collect();
    assert!(lines[0].starts_with("# keep this file secret"));
    assert_eq!(lines[1], "adjutant: player-secret-v1");
    assert!(lines[2].starts_with("signing: 000102"));
    assert!(lines[3].starts_with("age: AGE-SECRET-KEY-1"));
    assert!(lines[4].starts_with("chain: 404142"));
    let back = PlayerSecret::read(text(&written).as_bytes()).unwrap();
    assert_eq!(text(&back.write()), text(&written));
    assert_eq!(back.identity().recipient(), secret.identity().recipient());
    let genesis = Digest::of(b"g");
    assert_eq!(back.chain(&genesis).tip(), secret.chain(&genesis).tip());
    assert!(!format!("{secret:?}{:?}", secret.identity()).contains("000102"));
}

#[test]
fn digits_only_are_still_text() {
    for byte in [0x11, 0x00, 0x1e] {
        let secret = FoundingSecret::generate([byte; 32]);
        let back = FoundingSecret::read(text(&secret.write()).as_bytes()).unwrap();
        let birth = Digest::of(b"birth");
        assert_eq!(back.campaign(&birth).expose(), secret.campaign(&birth).expose());
        let key = ModeratorKey::generate([byte; 32]);
        let back = ModeratorKey::read(text(&key.write()).as_bytes()).unwrap();
        assert_eq!(back.signing(), key.signing());
        assert!(!format!("{secret:?}{key:?}").contains(&hex::encode([byte; 8])));
    }
}

#[test]
fn a_broken_file_is_refused_without_a_quotation() {
    let secret = FoundingSecret::generate([0x5a; 32]).write();
    let wrong = PlayerSecret::read(text(&secret).as_bytes()).unwrap_err();
    assert!(wrong.what.contains("not a player-secret-v1"));
    for edit in ["secret: [5a5a5a", "secrets: 5a5a5a", "secret: {5a5a5a: 1}", "secret: 5a5a5a"] {
        let broken = text(&secret).replace("secret: 5a", edit);
        let problem = FoundingSecret::read(broken.as_bytes()).unwrap_err();
        assert!(!problem.to_string().contains("5a5a"), "{problem}");
    }
}

/// A link shows all before it, so the key gives out no other than the next.
#[test]
fn no_link_leaves_the_key_but_the_next() {
    let secret = PlayerSecret::generate([3; 96]);
    let genesis = Digest::of(b"g");
    let chain = secret.chain(&genesis);
    assert_eq!(secret.link(&genesis, 4, 3).unwrap(), chain.link(4).unwrap());
    assert_eq!(secret.link(&genesis, 2, 3).unwrap(), chain.link(2).unwrap());
    for cycle in [5, 1024, u32::MAX] {
        let problem = secret.link(&genesis, cycle, 3).unwrap_err();
        assert!(problem.what.contains("cycle 4 is the next one"), "{problem}");
    }
}

/// What a reveal publishes opens the campaign it was published for, and no other.
#[test]
fn campaigns_of_one_founding_secret_have_secrets_of_their_own() {
    let founding = FoundingSecret::generate([4; 32]);
    let secret = |name: &[u8]| *founding.campaign(&Digest::of(name)).expose();
    assert_ne!(secret(b"one"), secret(b"two"));
    assert_ne!(secret(b"one"), [4; 32]);
}
