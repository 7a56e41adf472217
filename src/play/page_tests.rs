//! Pages put together from files of the tests' own, and from ours.

use super::*;

const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

const SKELETON: &str = "\
<!DOCTYPE html>
<html lang=\"en\"><head>
<meta charset=\"utf-8\">
<title>t</title>
<!-- style: a.css -->
</head><body>
<!-- module -->
<!-- worker: call.js worker.js -->
<!-- script: call.js -->
<!-- script: b.js -->
</body></html>
";

/// A page of these files; what is not named is as in a sound one.
fn made(changed: &[(&str, &'static str)]) -> Result<String, Problem> {
    let sound = [
        ("play.html", SKELETON),
        ("a.css", "p { color: red }"),
        ("call.js", "'use strict';\nconst one = 1;\n"),
        ("worker.js", "postMessage(one);\n"),
        ("b.js", "document.title = one < 2;\n"),
    ];
    let all = [changed, &sound].concat();
    assembled(&|name| all.iter().find(|(own, _)| *own == name).map(|(_, text)| *text), EMPTY)
}

/// What stands between each of these beginnings and the next end.
fn between<'t>(page: &'t str, begin: &str, end: &str) -> Vec<&'t str> {
    let parts = page.split(begin).skip(1);
    parts.map(|rest| rest.split_once(end).expect("an end").0).collect()
}

fn policy_of(page: &str) -> &str {
    between(page, POLICY, "\">\n")[0]
}

/// The digests of the scripts of a page are those that its policy names, and no others are.
fn is_sound(page: &str) {
    let policy = policy_of(page);
    let digest = |text: &&str| BASE64_STANDARD.encode(Digest::of(text.as_bytes()).0);
    let run: Vec<String> = between(page, "<script>", "</script>").iter().map(digest).collect();
    assert_eq!(between(policy, "'sha256-", "'"), run);
    // Whatever else begins a script is not run.
    let all = page.to_ascii_lowercase().matches("<script").count();
    let kept = page.matches(MODULE).count() + page.matches(WORKER).count();
    assert_eq!(all, run.len() + kept);
    for part in
        ["default-src 'none'", "connect-src 'none'", "base-uri 'none'", "form-action 'none'"]
    {
        assert!(policy.split("; ").any(|own| own == part), "{policy}");
    }
    for word in ["http:", "https:", "//", "*", "'unsafe-eval'"] {
        assert!(!policy.contains(word), "{policy}");
    }
    let scripts = policy.split("; ").find(|part| part.starts_with("script-src")).expect("a part");
    assert!(!scripts.contains("unsafe-inline"), "{policy}");
    // The policy comes before anything that it is about.
    let before = page.split_once(POLICY).expect("a policy").0.to_ascii_lowercase();
    for tag in ["<script", "<style", "<link", "<img", "<body"] {
        assert!(!before.contains(tag), "{tag}");
    }
}

#[test]
fn a_page_is_one_file_and_runs_what_its_policy_names() {
    let page = made(&[]).unwrap();
    is_sound(&page);
    assert_eq!(between(&page, "<script>", "</script>").len(), 2);
    assert_eq!(between(&page, "<style>", "</style>"), ["p { color: red }"]);
    let worker = between(&page, WORKER, "</script>");
    assert_eq!(worker, ["'use strict';\nconst one = 1;\npostMessage(one);\n"]);
    let module = BASE64_STANDARD.decode(between(&page, MODULE, "</script>")[0]).unwrap();
    let mut unpacked = Vec::new();
    GzDecoder::new(&module[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, EMPTY);
    assert_eq!(page, made(&[]).unwrap());
}

/// Our own page, whose files are all there and all used; it names nothing outside.
#[test]
fn the_page_of_this_program_is_sound() {
    let page = page(EMPTY).unwrap();
    is_sound(&page);
    let skeleton = FILES[0].1;
    for (name, _) in &FILES[1..] {
        assert!(skeleton.contains(name), "{name} is not used");
    }
    for word in [" src=", "@import", "url(", "<link", "<base", "<object", " onclick="] {
        let html: String = skeleton.to_ascii_lowercase();
        assert!(!html.contains(word), "{word}");
    }
    // A report is shown where no script runs.
    for frame in skeleton.split("<iframe").skip(1) {
        let frame = frame.split('>').next().unwrap_or_default();
        assert!(frame.contains(" sandbox=") && !frame.contains("allow-scripts"), "{frame}");
    }
}

/// A module that is packed stays as it was packed.
#[test]
fn a_packed_module_stays_as_it_is() {
    let own = packed(EMPTY).unwrap().into_owned();
    assert_eq!(packed(&own).unwrap(), own);
    assert_eq!(page(EMPTY).unwrap(), page(&own).unwrap());
    for wrong in [&b""[..], b"\x7FELF", &own[..own.len() / 2], &[0x1F, 0x8B, 8, 0]] {
        let problem = page(wrong).unwrap_err();
        assert!(problem.what.contains("no WebAssembly module"), "{problem:?}");
    }
}

#[test]
fn a_script_cannot_end_its_element() {
    for (name, text) in [
        ("b.js", "const a = '</script><script>alert(1)';"),
        ("b.js", "const a = '</SCRIPT >';"),
        ("b.js", "const a = '<!--';"),
        ("b.js", "const a = 1;\r\n"),
        ("worker.js", "const a = '</scripT';"),
        ("a.css", "p::after { content: '</style>' }"),
        ("play.html", "<!DOCTYPE html>\n<title>t</title>\n<!-- module -->\n"),
        ("play.html", "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"),
        ("play.html", "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<!-- script: gone.js -->\n"),
    ] {
        let problem = made(&[(name, text)]).unwrap_err();
        assert!(problem.what.starts_with("the page cannot be put together: "), "{problem:?}");
    }
}

#[test]
fn on_a_site_a_page_may_ask_for_its_files() {
    let page = made(&[]).unwrap();
    let on_site = on_a_site(&page).unwrap();
    assert_eq!(policy_of(&on_site), policy_of(&page).replace("'none'; base", "'self'; base"));
    assert_eq!(on_site.replace(CAMPAIGN, "").replace(ITS_SITE, NOTHING), page);
    let wrong = ["", "<!DOCTYPE html>\n", &on_site, &page.replace(MODULE, "<script>")];
    for text in wrong {
        assert!(on_a_site(text).is_err(), "{text}");
    }
}
