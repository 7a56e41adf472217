use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::*;

#[test]
fn classes_double() {
    assert_eq!(class_of(0).unwrap(), 4096);
    assert_eq!(class_of(4096).unwrap(), 4096);
    assert_eq!(class_of(4097).unwrap(), 8192);
    assert_eq!(class_of(1 << 24).unwrap(), 1 << 24);
    assert!(class_of((1 << 24) + 1).is_err());
    assert!(class_of(usize::MAX).is_err());
}

#[test]
fn every_length_can_be_written() {
    let packed = Packed::of("one text").unwrap();
    for len in packed.shortest()..packed.shortest() + 40 {
        let written = packed.write(len);
        assert_eq!(written.len(), len);
        assert_eq!(unpack(&written).unwrap(), "one text");
    }
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    let text = "Kestrel moves to Pell.\n".repeat(500);
    assert_eq!(pack(&text).unwrap(), pack(&text).unwrap());
    assert_eq!(pack(&text).unwrap().len(), SMALLEST);
}

/// What stock tools make of it: the text, no message, status 0.
#[test]
fn gunzip_takes_it_without_a_word() {
    let packed = Packed::of("one text\n").unwrap();
    for len in [packed.shortest(), 4096, 4097, 4098, 4099, 65_536] {
        let mut gunzip = Command::new("gunzip")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        gunzip.stdin.take().unwrap().write_all(&packed.write(len)).unwrap();
        let made = gunzip.wait_with_output().unwrap();
        assert!(made.status.success());
        assert_eq!((&made.stdout[..], &made.stderr[..]), (&b"one text\n"[..], &b""[..]));
    }
}

#[test]
fn other_gzip_is_read() {
    let mut gzip = flate2::GzBuilder::new()
        .filename("report.md")
        .mtime(1)
        .write(Vec::new(), Compression::best());
    gzip.write_all(b"one text").unwrap();
    assert_eq!(unpack(&gzip.finish().unwrap()).unwrap(), "one text");
}

#[test]
fn what_is_wrong_is_refused() {
    let refusal = |bytes: &[u8]| unpack(bytes).unwrap_err().what;
    let good = pack("one text").unwrap();
    assert!(refusal(b"").contains("not gzip"));
    assert!(refusal(b"one text").contains("not gzip"));
    for end in 0..good.len() {
        assert!(unpack(&good[..end]).is_err(), "cut at {end}");
    }
    for at in [10, 12, good.len() - 8, good.len() - 1] {
        let mut broken = good.clone();
        broken[at] ^= 1;
        assert!(unpack(&broken).is_err(), "byte {at}");
    }
    for behind in [&b"\0"[..], b"\n", &good] {
        assert!(refusal(&[&good, behind].concat()).contains("extra data after"));
    }
    assert!(Packed::of(&"x".repeat(HOUSE_LIMIT + 1)).is_err());
    let most = "x".repeat(HOUSE_LIMIT);
    assert_eq!(unpack(&pack(&most).unwrap()).unwrap().len(), HOUSE_LIMIT);
}

/// A thousand times as long as it looks: no more is unpacked than is allowed.
#[test]
fn a_bomb_is_refused() {
    let mut deflate = DeflateEncoder::new(HEADER.to_vec(), Compression::best());
    for _ in 0..2 * HOUSE_LIMIT / SMALLEST {
        deflate.write_all(&[b'x'; SMALLEST]).unwrap();
    }
    let bomb = deflate.finish().unwrap();
    assert!(bomb.len() < HOUSE_LIMIT / 100);
    assert!(unpack(&bomb).unwrap_err().what.contains("unpacks to more than"));
}

proptest! {
    #[test]
    fn packing_comes_off(text in "(.|\n){0,300}") {
        let packed = pack(&text).unwrap();
        prop_assert_eq!(packed.len(), SMALLEST);
        prop_assert_eq!(unpack(&packed).unwrap(), text);
    }
}
