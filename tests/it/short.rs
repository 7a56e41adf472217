//! Orders in one line say the same as at their length, in every game and in both directions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use adjutant::engine::{AnyGame, AnySheet, Chance, GameKind, Written};
use adjutant::games;
use adjutant::referee::player::fmt;
use serde_json::Value;

use crate::shelf;

/// What a file orders, without where and in which form it stands in it.
fn asked(orders: &AnySheet) -> Value {
    fn bare(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("spot");
                fields.remove("short");
                fields.values_mut().for_each(bare);
            }
            Value::Array(items) => items.iter_mut().for_each(bare),
            _ => {}
        }
    }
    let mut value = shelf::json(&orders.text());
    bare(&mut value);
    value
}

/// Items of a YAML list, each with the lines that belong to it.
fn items(list: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in list.lines() {
        if line.starts_with("- ") {
            items.push(String::new());
        }
        items.last_mut().expect("an item begins with a dash").extend([line, "\n"]);
    }
    items
}

/// Lists of orders of a game as players may give them: the staff's and what templates offer, of
/// several cycles and scenarios.
fn lists(kind: &dyn GameKind) -> Vec<(Box<dyn AnyGame>, String)> {
    let mut lists = Vec::new();
    let shipped = kind.shipped();
    for (number, (_, scenario)) in shipped.scenarios.iter().enumerate() {
        let found = || {
            let game = kind.found(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new());
            game.expect("it is sound")
        };
        let game = found();
        let mut position = game.setup(&mut Chance::from_seed(shelf::seed(7)));
        for cycle in 1..=if shelf::all() { 6 } else { 2 } {
            let mut orders = BTreeMap::new();
            for seat in game.seats() {
                let seen = shelf::view(&*game, &position, &seat);
                let ideas = shelf::staff(&*game, &seen, shelf::seed(cycle));
                lists.push((found(), game.list(&ideas).expect("its own orders")));
                if number == 0 {
                    let choices = game.choices(&seen).expect("a view");
                    let offers = choices.into_iter().flat_map(|choice| choice.offers);
                    lists.push((found(), offers.map(|offer| offer.order).take(300).collect()));
                }
                orders.insert(seat, ideas);
            }
            let mut chance = Chance::from_seed(shelf::seed(cycle));
            position = game.resolve(&position, &orders, &mut chance).expect("a position").position;
        }
    }
    lists
}

/// Short and long forms of everything that the staff orders and templates offer are read as the
/// same orders, and `fmt` makes each of the other.
#[test]
fn short_and_long_orders_are_the_same() {
    for kind in games::OURS.games() {
        let (mut short, mut all) = (0, 0);
        for (game, list) in lists(kind) {
            let seat = game.seats().remove(0);
            let brief = game.shortened(&list);
            for (long, brief) in items(&list).into_iter().zip(items(&brief)) {
                all += 1;
                short += usize::from(long != brief);
            }
            // A file has at most 400 lines.
            let lines: Vec<_> = items(&list).into_iter().zip(items(&brief)).collect();
            for lines in lines.chunks(200) {
                let (long, brief): (String, String) = lines.iter().cloned().unzip();
                let long = format!("standing:\n{long}contingent: []\norders:\n# why\n{long}");
                let brief = format!("standing:\n{brief}contingent: []\norders:\n# why\n{brief}");
                let file = |lists: &str| {
                    let file = shelf::file(&seat, 1, lists);
                    String::from_utf8(file).expect("text")
                };
                let (long, brief) = (file(&long), file(&brief));
                let made = |text: &str, to| {
                    let made = fmt::rewritten(text.as_bytes(), to, Some(kind), games::OURS);
                    made.unwrap_or_else(|problem| panic!("{problem}\n{text}")).text
                };
                // Where a line that is long enough goes on in the next is left to the one who wraps it.
                let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
                for to in [Written::Short, Written::Long] {
                    let (a, b) = (made(&long, to), made(&brief, to));
                    assert!(same(&a, &b), "{a}\n{b}");
                }
                let read = |text: &str| game.read(text.as_bytes());
                match (read(&long), read(&brief)) {
                    (Ok((_, long)), Ok((_, brief))) => assert_eq!(asked(&long), asked(&brief)),
                    // Standing orders may be too long for a file in either form.
                    (Err(long), Err(brief)) => assert_eq!(long.what, brief.what),
                    (long, brief) => panic!("{long:?} {brief:?}"),
                }
            }
        }
        assert!(all > 50 && short * 10 >= all * 9, "{}: {short} of {all}", kind.name());
    }
}

/// Each row of a reference: the line, and the order at its length.
fn rows(game: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/orders").join(game);
    let page = fs::read_to_string(path.with_extension("md")).expect("a page");
    let cell = |cell: &str| cell.trim().strip_prefix('`')?.strip_suffix('`').map(str::to_owned);
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split(" | ");
        Some((cell(cells.next()?)?, cell(cells.next()?)?))
    };
    page.lines().filter_map(row).collect()
}

/// What the pages say of each line is so, every form is shown, and none takes a line from another.
#[test]
fn the_references_tell_the_truth() {
    for kind in games::OURS.games() {
        let game = shelf::founded(kind);
        let seat = game.seats().remove(0);
        let rows = rows(kind.name());
        for (short, long) in &rows {
            let read = |line: &str| shelf::read(&*game, &seat, &format!("orders:\n- {line}\n"));
            let brief = read(short);
            assert_eq!(asked(&brief), asked(&read(long)), "{short}");
            assert!(shelf::json(&brief.text())["short"].is_array(), "{short} is no short line");
        }
        let shown: Vec<&str> = rows.iter().map(|(short, _)| short.as_str()).collect();
        for (tag, _, example) in kind.short().orders {
            assert!(shown.contains(example), "{}: {example} is not shown", kind.name());
            let order = kind.short().read(example).expect("an example");
            assert!(order.get(tag).is_some(), "{example} is read as {order}");
            let written = kind.short().write(&order).unwrap_or_else(|| panic!("{example}"));
            assert_eq!(kind.short().read(&written), Some(order), "{example}: {written}");
        }
    }
}

/// The remarks on a list of orders in the first cycle, each in a line.
fn remarks(game: &dyn AnyGame, seat: &str, lists: &str) -> Vec<String> {
    let seat = shelf::seat(seat);
    let position = game.setup(&mut Chance::from_seed(shelf::seed(0)));
    let seen = shelf::view(game, &position, &seat);
    let found =
        shelf::refused(game.check(&seen, &shelf::read(game, &seat, lists)).expect("a view"));
    let line = |it: adjutant::engine::Remark| {
        let parts = [Some(it.what), it.hint, it.read_as];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" / ")
    };
    found.into_iter().map(line).collect()
}

#[test]
fn names_are_taken_in_any_case_and_for_numbers() {
    let game = shelf::named("company-war");
    let seat = shelf::seat("mazianni");
    let read = |list: &str| asked(&shelf::read(&*game, &seat, &format!("orders:\n{list}")));
    let plain = read("- move: {ship: Norway, path: [3, 31, 7]}\n- deploy: {ship: Europe, at: 7}\n");
    assert_eq!(
        read(
            "- move: {ship: NORWAY, path: [pell, 31, Pan Paris]}\n- deploy: {ship: europe, at: PAN PARIS}\n"
        ),
        plain
    );
    assert_eq!(read("- norway: Pell-31-pan paris\n- Europe: pan paris\n"), plain);
    let game = shelf::named("company-commander");
    let seat = shelf::seat("blue");
    let read = |list: &str| asked(&shelf::read(&*game, &seat, &format!("orders:\n{list}")));
    assert_eq!(
        read("- able-1 to crossroads fast\n"),
        read("- move: {unit: Able-1, path: [\"0505\"], fast: true}\n")
    );
    let game = shelf::named("age-of-imperialism");
    let seat = shelf::seat("britain");
    let read = |list: &str| asked(&shelf::read(&*game, &seat, &format!("orders:\n{list}")));
    assert_eq!(
        read("- give: {to: France, pp: 2}\n- 2 inf nigeria > KONGO\n"),
        read(
            "- give: {to: france, pp: 2}\n- march: {units: {infantry: 2}, path: [Nigeria, Kongo]}\n"
        )
    );
}

#[test]
fn a_slip_in_a_short_line_is_named_with_what_was_understood() {
    let game = shelf::named("company-war");
    assert_eq!(
        remarks(&*game, "mazianni", "orders:\n- Europ: Pell\n"),
        ["there is no ship Europ / did you mean Europe? / deploy: {ship: Europ, at: 3}"]
    );
    let seat = shelf::seat("mazianni");
    let problem = |line: &str| {
        let file = shelf::file(&seat, 1, &format!("orders:\n- fleet-assembly\n- {line} # x\n"));
        let problem = game.read(&file).expect_err("a slip");
        assert_eq!(problem.spot.map(|spot| spot.line), Some(9), "{problem}");
        assert!(problem.excerpt.as_ref().is_some_and(|lines| lines.contains(line)), "{problem}");
        (problem.what, problem.hint.unwrap_or_default())
    };
    let (what, hint) = problem("Europe: Pel");
    assert_eq!(what, "there is no jump point Pel; read as `deploy: {at: Pel, ship: Europe}`");
    assert_eq!(hint, "did you mean Pell?");
    let (what, hint) = problem("deploy: {ship: Europe, at: Vikin}");
    assert_eq!(
        (what.as_str(), hint.as_str()),
        ("there is no jump point Vikin", "did you mean Viking?")
    );
    let (what, hint) = problem("flee Norway when lost");
    assert_eq!(what, "`flee Norway when lost` is not an order");
    assert_eq!(hint, "in one line it is written as `flee Norway damaged to 29`");
}

/// Flow lists, conditions and lines that go on in the next are lists of orders too.
#[test]
fn short_lines_stand_wherever_orders_do() {
    let game = shelf::named("age-of-imperialism");
    let seat = shelf::seat("britain");
    let read = |lists: &str| asked(&shelf::read(&*game, &seat, lists));
    let long = "standing:\n- losses: {order: [infantry, cavalry]}\norders: [{fight: {at: Kongo}}, \
        {fight: {at: Sudan}}]\ncontingent:\n- when: {own: Kongo}\n  then:\n  - march: {units: \
        {infantry: 1}, path: [Kongo, Sudan, Kenya]}\n  otherwise: [{explore: {at: Kongo}}]\n";
    let short = "contingent:\n- when: {own: kongo}\n  then:\n  - 1 inf Kongo > Sudan >\n    Kenya\n  \
        otherwise: [explore Kongo]\nstanding:\n- losses inf > cav\norders: [fight Kongo, {fight: {at: \
        Sudan}}]\n";
    assert_eq!(read(short), read(long));
}

/// Comments stay with their orders, and what has no short form stays as it is.
#[test]
fn fmt_changes_the_orders_and_nothing_else() {
    let seat = shelf::seat("mazianni");
    let text = |lists: &str| String::from_utf8(shelf::file(&seat, 1, lists)).expect("text");
    let long = text(
        "# all\norders:\n- move: {ship: Norway, path: [3, 29, 6]}  # home\n- deploy:\n    ship: Europe\n    \
         # where it is safe\n    at: Pell\n\n## end\n- fleet-assembly\n- repair: {ship: \"3 Ships\"}\n",
    );
    let short = text(
        "# all\norders:\n- Norway 3-29-6  # home\n- Europe: Pell  # where it is safe\n\n## end\n\
         - fleet-assembly\n- repair: {ship: \"3 Ships\"}\n",
    );
    let made = |text: &str, to| {
        fmt::rewritten(text.as_bytes(), to, None, games::OURS).expect("an order file")
    };
    assert_eq!(made(&long, Written::Short).text, short);
    assert_eq!(made(&long, Written::Short).changes, ["orders in one line"]);
    let again = made(&short, Written::Long).text;
    assert!(again.contains("- deploy: {at: Pell, ship: Europe}  # where it is safe\n"), "{again}");
    assert_eq!(made(&again, Written::Short).text, short);
    assert!(made(&short, Written::Short).changes.is_empty());
    let strange = text("orders:\n- Norway flies\n");
    assert!(fmt::rewritten(strange.as_bytes(), Written::Long, None, games::OURS).is_err());
}
