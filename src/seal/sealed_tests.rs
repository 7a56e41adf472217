use super::*;

fn identity() -> Identity {
    Identity::from_bytes(&[9; 32])
}

fn refusal(raw: &[u8]) -> String {
    open(raw, &identity(), MAIL_LIMIT).unwrap_err().what
}

#[test]
fn keys_are_read_and_written() {
    let text = identity().write();
    let back: Identity = exposed(&text).parse().unwrap();
    assert_eq!(back.recipient(), identity().recipient());
    let line = identity().recipient().to_string();
    assert!(line.starts_with("age1") && line.len() == 62, "{line}");
    assert_eq!(line.parse::<Recipient>().unwrap(), identity().recipient());
    assert!("age1x".parse::<Recipient>().unwrap_err().what.contains("not an age recipient"));
    assert!(exposed(&text).parse::<Recipient>().unwrap_err().what.contains("secret"));
    assert!(line.parse::<Identity>().unwrap_err().what.contains("not an age identity"));
    assert_eq!(format!("{:?}", identity()), "Identity(secret)");
}

#[test]
fn limits_hold_and_are_exact() {
    let text = vec![b'x'; MAIL_LIMIT];
    let armor = seal(&text, &identity().recipient()).unwrap();
    assert_eq!(open(armor.as_bytes(), &identity(), MAIL_LIMIT).unwrap(), text);
    let problem = open(armor.as_bytes(), &identity(), MAIL_LIMIT - 1).unwrap_err();
    assert!(problem.what.contains("longer than"));
    assert!(refusal(&vec![b'x'; raw_limit(MAIL_LIMIT) + 1]).contains("longer than"));
    let large = vec![b'x'; 1 << 20];
    let armor = seal(&large, &identity().recipient()).unwrap();
    assert_eq!(open(armor.as_bytes(), &identity(), HOUSE_LIMIT).unwrap(), large);
    assert!(refusal(armor.as_bytes()).contains("longer than"));
}

#[test]
fn junk_in_the_header_never_reaches_the_parser() {
    let mut file = b"age-encryption.org/v1\n".to_vec();
    file.extend(b"-> x y\n\n".repeat(4_000));
    file.extend(b"--- AAAA\n");
    assert!(refusal(&file).contains("header"));
    let armor = armor::write(armor::AGE, 64, &file);
    assert!(refusal(armor.as_bytes()).contains("header"));
    assert!(refusal(b"age-encryption.org/v1\n").contains("header"));
    let mut file = b"age-encryption.org/v1\n---".to_vec();
    file.extend(b"A".repeat(60_000));
    assert!(refusal(&file).contains("header"));
}

#[test]
fn each_refusal_says_why() {
    let other = Identity::from_bytes(&[8; 32]).recipient();
    let armor = seal(b"text\n", &other).unwrap();
    assert!(refusal(armor.as_bytes()).contains("not encrypted to this key"));
    assert!(refusal(armor.repeat(2).as_bytes()).contains("two encrypted blocks"));
    assert!(refusal(armor.split("-----END").next().unwrap().as_bytes()).contains("no END"));
    assert!(refusal(b"hello").contains("no age-encrypted data"));
    let armor = seal(b"text\n", &identity().recipient()).unwrap();
    let block = armor::find(&armor, armor::AGE).unwrap();
    let file = armor::decode(block.inside).unwrap();
    for at in (0..file.len()).step_by(7) {
        let mut broken = file.clone();
        broken[at] ^= 1;
        assert!(open(&broken, &identity(), MAIL_LIMIT).is_err(), "bit of byte {at}");
    }
    for end in 0..file.len() {
        assert!(open(&file[..end], &identity(), MAIL_LIMIT).is_err(), "cut at {end}");
    }
    assert!(refusal(&file[..file.len() - 1]).contains("altered"));
    let phrase = include_bytes!("../../tests/vectors/seal/passphrase.age");
    assert!(refusal(phrase).contains("passphrase"));
}
