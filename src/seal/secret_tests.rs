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
        let secret = CampaignSecret::generate([byte; 32]);
        let back = CampaignSecret::read(text(&secret.write()).as_bytes()).unwrap();
        assert_eq!(back.expose(), secret.expose());
        let key = ModeratorKey::generate([byte; 32]);
        let back = ModeratorKey::read(text(&key.write()).as_bytes()).unwrap();
        assert_eq!(back.signing(), key.signing());
        assert!(!format!("{secret:?}{key:?}").contains(&hex::encode([byte; 8])));
    }
}

#[test]
fn a_broken_file_is_refused_without_a_quotation() {
    let secret = CampaignSecret::generate([0x5a; 32]).write();
    let wrong = PlayerSecret::read(text(&secret).as_bytes()).unwrap_err();
    assert!(wrong.what.contains("not a player-secret-v1"));
    for edit in ["secret: [5a5a5a", "secrets: 5a5a5a", "secret: {5a5a5a: 1}", "secret: 5a5a5a"] {
        let broken = text(&secret).replace("secret: 5a", edit);
        let problem = CampaignSecret::read(broken.as_bytes()).unwrap_err();
        assert!(!problem.to_string().contains("5a5a"), "{problem}");
    }
}
