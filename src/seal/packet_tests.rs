use super::*;

const TEXT: &str = "campaign: pell-1\ncycle: 7\n";

fn key(n: u8) -> SigningKey {
    SigningKey::from_bytes(&[n; 32])
}

fn keys() -> Vec<(String, PublicKey)> {
    vec![("red".into(), PublicKey::of(&key(1))), ("blue".into(), PublicKey::of(&key(2)))]
}

fn refusal(raw: &str) -> String {
    open(raw.as_bytes(), None, &keys(), sshsig::ORDERS).unwrap_err().what
}

#[test]
fn each_refusal_says_why() {
    let signed = sign_file(&key(1), sshsig::ORDERS, TEXT);
    assert!(refusal(TEXT).contains("not signed"));
    assert!(refusal(&signed.repeat(2)).contains("two signature blocks"));
    assert!(refusal(&sign_file(&key(3), sshsig::ORDERS, TEXT)).contains("not enrolled"));
    assert!(refusal(&signed.replace("cycle: 7", "cycle: 8")).contains("does not match"));
    assert!(refusal(signed.split("-----END").next().unwrap()).contains("no END line"));
    assert!(refusal(&signed.replace("U1NI", "U1NJ")).contains("truncated"));
    let other = refusal(&sign_file(&key(1), sshsig::RECEIPT, TEXT));
    assert!(other.contains(sshsig::RECEIPT) && other.contains(sshsig::ORDERS), "{other}");
    assert!(refusal(&"x".repeat(1 << 20)).contains("1048576 bytes"));
    let text = format!("campaign: {}\n", "x".repeat(yaml::MAIL_LIMIT));
    assert!(refusal(&sign_file(&key(1), sshsig::ORDERS, &text)).contains("the limit is"));
}

#[test]
fn a_sealed_file_needs_its_identity() {
    let (mine, other) = (Identity::from_bytes(&[4; 32]), Identity::from_bytes(&[5; 32]));
    let signed = sign_file(&key(2), sshsig::ORDERS, TEXT);
    let packet = sealed::seal(signed.as_bytes(), &mine.recipient()).unwrap();
    let read = |id| open(packet.as_bytes(), id, &keys(), sshsig::ORDERS);
    assert_eq!(read(Some(&mine)).unwrap().who, "blue");
    assert!(read(Some(&other)).unwrap_err().what.contains("not encrypted to this key"));
    assert!(read(None).unwrap_err().what.contains("is encrypted"));
    let clear = open(signed.as_bytes(), Some(&mine), &keys(), sshsig::ORDERS);
    assert_eq!(clear.unwrap(), read(Some(&mine)).unwrap());
    let unsigned = sealed::seal(TEXT.as_bytes(), &mine.recipient()).unwrap();
    let problem = open(unsigned.as_bytes(), Some(&mine), &keys(), sshsig::ORDERS).unwrap_err();
    assert!(problem.what.contains("not signed"));
}

#[test]
fn the_largest_file_is_taken_sealed_quoted_and_escaped() {
    let text = format!("campaign: x\n{}\n", "a\n".repeat(32_760));
    assert!(text.len() < yaml::MAIL_LIMIT && text.len() > yaml::MAIL_LIMIT - 20);
    let mine = Identity::from_bytes(&[4; 32]);
    let signed = sign_file(&key(1), sshsig::ORDERS, &text);
    let packet = sealed::seal(signed.as_bytes(), &mine.recipient()).unwrap();
    assert!(packet.len() <= 96 * 1024, "{}", packet.len());
    let quoted = format!("> {}", packet.replace('\n', "=20\r\n> "));
    let opened = open(quoted.as_bytes(), Some(&mine), &keys(), sshsig::ORDERS).unwrap();
    assert_eq!(opened.bytes, text.as_bytes());
}

#[test]
fn a_long_greeting_loses_its_beginning() {
    let signed = sign_file(&key(1), sshsig::ORDERS, TEXT);
    let raw = "Grüße an alle\n".repeat(10_000) + &signed;
    let opened = open(raw.as_bytes(), None, &keys(), sshsig::ORDERS).unwrap();
    assert_eq!(opened.repaired, ["text around the file"]);
}

#[test]
fn files_made_with_stock_tools_are_taken() {
    let line = include_str!("../../tests/vectors/seal/key.pub");
    let keys = [("anna".to_owned(), line.parse().unwrap())];
    let identity = include_str!("../../tests/vectors/seal/identity.txt").parse().unwrap();
    let clear = include_bytes!("../../tests/vectors/seal/orders.signed");
    let clear = open(clear, None, &keys, sshsig::ORDERS).unwrap();
    for sealed in [
        &include_bytes!("../../tests/vectors/seal/orders.age")[..],
        include_bytes!("../../tests/vectors/seal/orders.binary.age"),
    ] {
        assert_eq!(open(sealed, Some(&identity), &keys, sshsig::ORDERS).unwrap(), clear);
    }
    assert_eq!(clear.bytes, include_bytes!("../../tests/vectors/seal/orders.yaml"));
}
