//! Reports, decisions, answers and refusals as those read them who get them, each in their language.

use std::fs;

use super::server::Taken;
use super::words::words;
use super::{HOUR, Post, header};

/// What a mail says, whatever its lines.
fn flat(mail: &Taken) -> String {
    words(mail).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_seat_reads_decisions_words_and_refusals_in_its_language() {
    let post = Post::new("votes: [draw]\n");
    let folder = post.bench.root().join("letters");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("languages.yaml"), "seats: {union: de}\n").unwrap();
    post.run(0);
    post.server.taken();
    let mut hour = 0;
    let mut answers = |seat: &str, said: &[&str]| {
        hour += 1;
        let word = post.say("union", said);
        post.mail(hour * HOUR, &format!("word-{hour}"), &word);
        post.output(hour * HOUR + 60, &["run", "--post"]);
        let mails = post.server.taken();
        let to = format!("{seat}@example.net");
        mails.iter().filter(|m| m.to == to).map(flat).collect::<String>()
    };
    let told = answers("union", &["vote", "draw"]);
    assert!(told.contains("Union stimmt für ein Unentschieden."), "{told}");
    let told = answers("union", &["vote", "win", "mazianni"]);
    assert!(
        told.contains("der Kalender sieht keine Abstimmung über den Sieg von mazianni vor"),
        "{told}"
    );
    let told = answers("union", &["away", "2026-05-01", "--reason", "skiing"]);
    assert!(told.contains("der Kalender sieht keine Abwesenheiten vor"), "{told}");
    let told = answers("mazianni", &["vote", "draw", "--no"]);
    assert!(told.contains("union no longer votes for a draw."), "{told}");
    // A decision, to each in their language; its reason as it was given.
    post.done(10 * HOUR, &["calendar", "extend", "--by", "1d", "--reason", "a storm"]);
    post.run(10 * HOUR);
    for mail in post.server.taken() {
        let sentence = match mail.to.as_str() {
            "union@example.net" => "Der Termin von Zyklus 1 wurde von",
            _ => "The deadline of cycle 1 was moved from",
        };
        let told = flat(&mail);
        assert!(told.contains(sentence) && told.trim_end().ends_with(": a storm."), "{told}");
    }
    // How the campaign stands.
    let request = post.request("union", &["status"]);
    // Three answers a day, and this is the next.
    post.mail(36 * HOUR, "status", &request);
    post.output(36 * HOUR + 60, &["run", "--post"]);
    let told: String = post.server.taken().iter().map(flat).collect();
    assert!(told.contains("Zyklus 1 ist offen (") && told.contains("mazianni: fällig"), "{told}");
}

/// What everybody knows stands in the letter: whose report it is, where the game stands, and until when orders are
/// due on a new calendar.
#[test]
fn a_letter_says_whom_it_is_for_and_where_the_game_stands() {
    let post = Post::new("");
    post.run(0);
    let letter = |to: &str, about: &str| {
        let mails = post.server.taken();
        let one =
            mails.iter().find(|m| m.to.starts_with(to) && header(m, "Subject").contains(about));
        words(one.unwrap_or_else(|| panic!("{to}: {about}")))
    };
    let report = letter("union", "report of cycle 0");
    assert!(report.contains("Your report of cycle 0 for union is attached"), "{report}");
    let public = fs::read_to_string(post.bench.root().join("cycles/0000/public.md")).unwrap();
    let stands = public.lines().nth(2).unwrap();
    assert!(report.contains(&format!("Where the game stands: {stands}.")), "{report}");
    let calendar = post.path("calendar.yaml");
    fs::write(&calendar, "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n").unwrap();
    post.done(HOUR, &["calendar", "set", calendar.to_str().unwrap(), "--reason", "agreed"]);
    post.run(2 * HOUR);
    let decided = letter("union", "the moderator's decision");
    assert!(decided.contains("A calendar came into force: agreed."), "{decided}");
    assert!(decided.contains("Orders for cycle 1 are due by 2026-03-1"), "{decided}");
}
