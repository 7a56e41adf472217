//! Stories of hand-made tellings.

use super::sections::{Item, SHORT, Story};
use super::writer::Writer;
use crate::engine::{DrawName, Fact, Opening, Rule, Subject, Told, Weight};
use crate::page::{Block, Page, Table, Text};

fn fact(rule: &'static str, draw: Option<&str>) -> Fact<()> {
    let draw = draw.map(DrawName::from);
    Fact { moment: 0, rule: Rule::new(rule), draw, event: () }
}

/// A story of tellings, each under the rule `x1`; a detail counts as drawn.
fn story(told: impl IntoIterator<Item = Told>) -> Story {
    let mut writer = Writer::default();
    for told in told {
        let draw = (told.weight == Weight::Detail).then_some("dice/1");
        writer.take(&fact("x1", draw), told);
    }
    writer.end()
}

fn texts(story: &Story) -> Vec<String> {
    let mut texts = Vec::new();
    for section in &story.sections {
        texts.extend(section.title.iter().map(|title| format!("{} {}", title.level, title.text)));
        for item in &section.items {
            match item {
                Item::Line(line) => texts.push(line.text.clone()),
                Item::Engagement(fight) => {
                    texts.push(format!("[{}]", fight.title));
                    texts.extend(fight.lines.iter().map(|line| format!("= {}", line.text)));
                    texts.extend(fight.details.iter().map(|line| format!("- {}", line.text)));
                }
            }
        }
    }
    texts
}

fn course(who: &str, from: &str, to: &str) -> Told {
    let [who, from, to] = [who, from, to].map(str::to_owned);
    Told::line("x").of(Subject::Course { who, from, to })
}

fn tally(lead: &str, item: &str) -> Told {
    Told::line("x").of(Subject::Tally { lead: lead.to_owned(), item: item.to_owned() })
}

#[test]
fn jumps_that_follow_each_other_are_one_line() {
    let told = story([
        course("Odessa", "7", "25"),
        course("Odessa", "25", "8"),
        course("Norway", "8", "9"),
        course("Odessa", "8", "26"),
    ]);
    assert_eq!(texts(&told), ["Odessa: 7 → 25 → 8", "Norway: 8 → 9", "Odessa: 8 → 26"]);
}

#[test]
fn a_fight_is_one_block_and_ends_with_what_is_no_part_of_it() {
    let told = story([
        Told::line("the fight begins").opens(Opening::Engagement),
        Told::detail("a rolls 6").engaged(),
        Told::headline("b is lost").engaged(),
        Told::line("the Union scores"),
        Told::line("c is repaired").engaged(),
    ]);
    let expected =
        ["[The fight begins]", "= B is lost", "- A rolls 6", "The Union scores", "C is repaired"];
    assert_eq!(texts(&told), expected);
    assert_eq!(told.summary.len(), 1);
}

#[test]
fn like_things_are_counted_up_with_their_prices() {
    let told = story([
        Told::line("3 PP").of(Subject::Price),
        tally("Britain raise", "1 infantry in Wales"),
        tally("Britain raise", "2 cavalry in York"),
        Told::line("5 PP").of(Subject::Price),
        Told::line("a port is built"),
        Told::line("9 PP").of(Subject::Price),
    ]);
    let expected = [
        "Britain raise 1 infantry in Wales (3 PP) and 2 cavalry in York",
        "A port is built (5 PP)",
        "9 PP",
    ];
    assert_eq!(texts(&told), expected);
}

#[test]
fn outside_fights_a_line_goes_on_with_what_it_began_and_no_detail_takes_its_price() {
    let told = story([
        course("Odessa", "7", "25"),
        Told::line("Malta is pinned"),
        Told::line("Odessa must stop").sequel("Odessa:", "stopped by the enemy"),
        Told::line("Norway must stop").sequel("Norway:", "stopped by the enemy"),
        Told::line("1 DP").of(Subject::Price),
        Told::detail("the natives are strong"),
        Told::line("the explorer rolls 9"),
    ]);
    let expected = [
        "Odessa: 7 → 25; stopped by the enemy",
        "Malta is pinned",
        "Norway must stop",
        "The explorer rolls 9 (1 DP)",
    ];
    assert_eq!(texts(&told), expected);
}

#[test]
fn what_is_counted_up_several_times_is_named_once() {
    let nothing = |at: &str| Told::line(format!("nothing in {at}")).toll("nothing comes in", at);
    let told = story(["a", "b", "a", "c", "c", "c"].map(nothing).to_vec());
    assert_eq!(texts(&told), ["Nothing comes in a (twice), b and c (3 times)"]);
    assert_eq!(told.sentences().len(), 6, "each is told by itself where sentences are compared");
}

#[test]
fn a_fight_says_who_met_whom_and_counts_its_losses() {
    let lost = |what: &str| Told::headline(format!("{what} is lost")).toll("lost:", what);
    let mut fight = vec![Told::line("combat").opens(Opening::Engagement)];
    fight.extend(
        ["a", "b", "c", "d", "e"].map(|unit| Told::detail("x").engaged().party("us", unit)),
    );
    fight.push(Told::detail("x").engaged().party("them", "z"));
    fight.push(Told::detail("x").engaged().party("them", "z"));
    fight.push(lost("a").engaged());
    fight.push(Told::line("the enemy scores").engaged());
    fight.push(lost("b").engaged());
    fight.push(lost("c"));
    let told = story(fight);
    let lines = |story: &Story| {
        let mut lines = texts(story);
        lines.retain(|line| !line.starts_with('-'));
        lines
    };
    let expected = ["[Combat]", "= Lost: a and b", "= The enemy scores", "C is lost"];
    assert_eq!(lines(&told), expected);
    assert_eq!(told.short(), ["Combat: lost: a and b.", "C is lost."]);
    let Item::Engagement(fight) = &told.sections[0].items[0] else { panic!("a fight") };
    assert_eq!(fight.heading(), "Combat: a, b, c and 2 more against z");
    // A forecast compares what happened to each.
    assert!(told.sentences().contains(&"B is lost.".to_owned()));
}

#[test]
fn moments_of_a_section_are_rows_of_a_table() {
    let moment = |text: &str| Told::line(text).opens(Opening::Moment);
    let told = story([
        moment("turn 1, impulse 7"),
        Told::line("Odessa fires"),
        Told::headline("Norway is lost"),
        moment("turn 1, impulse 8"),
        moment("turn 1, impulse 9"),
        Told::line("Odessa turns"),
        Told::line("turn 2").opens(Opening::Section),
        Told::line("Odessa is repaired"),
    ]);
    assert_eq!(told.headlines(), ["Norway is lost."]);
    let page = told.beginning(Some("turn 1".to_owned())).write(Page::new("x"));
    let table = Table::new()
        .lefts(["Impulse", "What happened"])
        .row([
            Text::plain("7"),
            Text::plain("Odessa fires.").rule("x1").and(" ").and("Norway is lost."),
        ])
        .row([Text::plain("9"), Text::plain("Odessa turns.")]);
    let expected = Page::new("x")
        .heading(2, "What happened")
        .heading(3, "Turn 1")
        .table(table)
        .heading(3, "Turn 2")
        .list([Text::plain("Odessa is repaired.").rule("x1")]);
    assert_eq!(page, expected);
}

#[test]
fn steps_that_are_alike_and_what_follows_them_are_one_line() {
    let aim = |at: &str| Told::detail(format!("x aims at {at}")).engaged().toll("they aim:", at);
    let fire = |at: &str| Told::detail(format!("x fires at {at}: 5, a hit")).engaged();
    let dodge = |at: &str| {
        let sequel = format!("x fires at {at}:");
        Told::detail(format!("{at} dodges")).engaged().sequel(sequel, "dodged: 2")
    };
    let fight = Told::line("combat").opens(Opening::Engagement);
    let told = [fight, aim("a"), aim("b"), fire("a"), dodge("a"), fire("b"), dodge("c"), aim("c")];
    let told = story(told);
    let expected = [
        "[Combat]",
        "- They aim: a and b",
        "- X fires at a: 5, a hit; dodged: 2",
        "- X fires at b: 5, a hit",
        "- C dodges",
        "- X aims at c",
    ];
    assert_eq!(texts(&told), expected);
    let Item::Engagement(fight) = &told.sections[0].items[0] else { panic!("a fight") };
    let Block::Card { details, .. } = fight.block() else { panic!("a card") };
    let [Block::List(details)] = details.as_slice() else { panic!("a list") };
    let words: Vec<String> = details.iter().map(Text::words).collect();
    // The rule stands behind the first sentence that rests on it, every draw behind its own.
    assert_eq!(words[0], "They aim: a and b. x1 dice/1");
    assert_eq!(words[1], "X fires at a: 5, a hit; dodged: 2. dice/1 dice/1");
}

#[test]
fn a_summary_is_short() {
    let told = story((1..=9).map(|n| Told::headline(format!("headline {n}"))));
    let short = told.short();
    assert_eq!(short.len(), SHORT);
    assert_eq!(short[4..], ["Headline 5.", "And 4 more, below."]);
    assert_eq!(story((1..=6).map(|n| Told::headline(n.to_string()))).short().len(), 6);
}

#[test]
fn headings_stand_only_over_something() {
    let told = story([
        Told::line("movement").opens(Opening::Section),
        Told::line("an empty part").opens(Opening::Part),
        Told::line("combat").opens(Opening::Section),
        Told::line("another empty part").opens(Opening::Part),
        Told::line("first").opens(Opening::Part),
        Told::detail("nobody reads this"),
        Told::line("a jumps"),
    ]);
    assert_eq!(
        texts(&told),
        ["3 Movement", "4 An empty part", "3 Combat", "4 Another empty part", "4 First", "A jumps",]
    );
    let page = told.write(Page::new("x"));
    let headings: Vec<&str> = page
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Heading { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(headings, ["What happened", "Combat", "First"]);
}

#[test]
fn nothing_is_told_of_headings_alone() {
    let told = story([
        Told::line("turn 1").opens(Opening::Section),
        Told::line("an empty part").opens(Opening::Part),
    ]);
    assert!(told.write(Page::new("x")).blocks.is_empty());
}

#[test]
fn what_comes_before_the_first_section_gets_a_heading() {
    let part = || Told::line("the go of a").opens(Opening::Part);
    let section = || Told::line("combat").opens(Opening::Section);
    let line = || Told::line("a jumps");
    let begun = |told: Vec<Told>| texts(&story(told).beginning(Some("movement".to_owned())));
    assert_eq!(begun(vec![line(), section()]), ["3 Movement", "A jumps", "3 Combat"]);
    assert_eq!(begun(vec![part(), line()]), ["3 Movement", "4 The go of a", "A jumps"]);
    assert_eq!(begun(vec![section(), line()]), ["3 Combat", "A jumps"]);
    assert!(begun(Vec::new()).is_empty());
}

#[test]
fn sentences_for_comparison_tell_no_dice() {
    let told = story([
        Told::line("the fight begins").opens(Opening::Engagement),
        Told::detail("a rolls 6").engaged(),
        Told::line("b flees").engaged(),
    ]);
    assert_eq!(told.sentences(), ["The fight begins", "B flees."]);
}
