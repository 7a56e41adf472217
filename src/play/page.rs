//! The page that a player opens in a browser: one file that holds the program, compiled for a browser, and all that shows it.
//!
//! What stands in `page/` is put together as it is. Lines of the skeleton `play.html` say what goes where:
//!
//! ```text
//! <!-- style: NAME -->             a style
//! <!-- script: NAME -->            a script that the page runs, in the order of these lines
//! <!-- worker: NAME [NAME...] -->  scripts that a worker runs, as one text with the id `worker`
//! <!-- module -->                  the program for a browser, packed, with the id `module`
//! ```
//!
//! The page's policy comes after the line that says the character set. It lets run what is in the file and
//! nothing else, and lets nothing out; on a campaign's site the page may ask for files of that site.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use crate::base::{Digest, Problem};

/// The line after which the policy stands.
const CHARSET: &str = "<meta charset=\"utf-8\">\n";
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
/// What a page may ask for: nothing, or the files that lie beside it.
const NOTHING: &str = "connect-src 'none'";
const ITS_SITE: &str = "connect-src 'self'";
/// Tells a page on a site where the campaign's files are.
const CAMPAIGN: &str = "<meta name=\"campaign\" content=\"play.json\">\n";
const MODULE: &str = "<script type=\"application/wasm+gzip\" id=\"module\">";
const WORKER: &str = "<script type=\"text/plain\" id=\"worker\">";

/// How a module begins, and how what is packed does.
const WASM: &[u8] = b"\0asm";
const GZIP: &[u8] = &[0x1F, 0x8B];
/// No page is near that.
const MOST: u64 = 64 << 20;

/// The files of the page, by name.
const FILES: &[(&str, &str)] = &[
    ("play.html", include_str!("page/play.html")),
    ("play.css", include_str!("page/play.css")),
    ("worker.js", include_str!("page/worker.js")),
    ("program.js", include_str!("page/program.js")),
    ("units.js", include_str!("page/units.js")),
    ("map.js", include_str!("page/map.js")),
    ("reports.js", include_str!("page/reports.js")),
    ("play.js", include_str!("page/play.js")),
    ("keys.js", include_str!("page/keys.js")),
    ("words.js", include_str!("page/words.js")),
];

/// The program for a browser that this program was built with, if it was.
pub fn own_module() -> Option<&'static [u8]> {
    include!(concat!(env!("OUT_DIR"), "/play_module.rs"))
}

/// The page with a module, which may be packed already.
///
/// # Errors
/// If the bytes are no module.
pub fn page(module: &[u8]) -> Result<String, Problem> {
    let text = |name: &str| FILES.iter().find(|(own, _)| *own == name).map(|(_, text)| *text);
    assembled(&text, module)
}

/// The same for a site: the page may ask for what lies beside it there.
///
/// # Errors
/// If the text is no page that [`page`] made.
pub fn on_a_site(page: &str) -> Result<String, Problem> {
    let none = || {
        Problem::refused("this is not the page that players play on")
            .hint("give the file that `adjutant play -o play.html` wrote")
    };
    let (before, rest) = page.split_once(POLICY).ok_or_else(none)?;
    let (policy, after) = rest.split_once("\">\n").ok_or_else(none)?;
    if !before.ends_with(CHARSET) || !after.contains(MODULE) || !policy.contains(NOTHING) {
        return Err(none());
    }
    let policy = policy.replace(NOTHING, ITS_SITE);
    Ok(format!("{before}{POLICY}{policy}\">\n{CAMPAIGN}{after}"))
}

/// Puts a page together from the texts that are known by name.
fn assembled<'t>(text: &dyn Fn(&str) -> Option<&'t str>, module: &[u8]) -> Result<String, Problem> {
    let packed = packed(module)?;
    let file = |name: &str| {
        let text = text(name).ok_or_else(|| fault("there is no such file", name))?;
        plain(name, text)
    };
    let (mut body, mut hashes) = (String::new(), String::new());
    for line in file("play.html")?.split_inclusive('\n') {
        let marker = line.trim().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        match marker.map(|marker| marker.split_once(": ").unwrap_or((marker, ""))) {
            Some(("style", name)) => {
                body.extend(["<style>", inside(name, file(name)?, "</style")?, "</style>\n"]);
            }
            Some(("script", name)) => {
                let script = inside(name, file(name)?, "</script")?;
                let hash = BASE64_STANDARD.encode(Digest::of(script.as_bytes()).0);
                hashes.extend([" 'sha256-", &hash, "'"]);
                body.extend(["<script>", script, "</script>\n"]);
            }
            Some(("worker", names)) => {
                body.push_str(WORKER);
                for name in names.split(' ') {
                    body.push_str(inside(name, file(name)?, "</script")?);
                }
                body.push_str("</script>\n");
            }
            Some(("module", "")) => {
                body.extend([MODULE, &BASE64_STANDARD.encode(&packed), "</script>\n"]);
            }
            _ => body.push_str(line),
        }
    }
    let (before, after) = body
        .split_once(CHARSET)
        .filter(|_| body.contains(MODULE))
        .ok_or_else(|| fault("the character set or the module has no line", "play.html"))?;
    Ok(format!("{before}{CHARSET}{}{after}", policy(&hashes)))
}

/// What the page may do. Styles stand in reports, too; pictures are drawn by the page.
fn policy(hashes: &str) -> String {
    format!(
        "{POLICY}default-src 'none'; script-src 'wasm-unsafe-eval'{hashes}; style-src 'unsafe-inline'; \
         img-src data: blob:; worker-src blob:; frame-src 'self'; {NOTHING}; base-uri 'none'; \
         form-action 'none'\">\n"
    )
}

/// A text that a browser takes as it is written: it would read other ends of lines, and so another digest.
///
/// # Errors
/// If it has such characters.
fn plain<'t>(name: &str, text: &'t str) -> Result<&'t str, Problem> {
    if text.contains(['\r', '\0']) {
        return Err(fault("a line ends in CR, or there is a NUL", name));
    }
    Ok(text)
}

/// A text that stays inside its element.
///
/// # Errors
/// If it would end it. After `<!--` a browser looks for another end of a script.
fn inside<'t>(name: &str, text: &'t str, end: &str) -> Result<&'t str, Problem> {
    let lower = text.to_ascii_lowercase();
    match [end, "<!--"].into_iter().find(|end| lower.contains(end)) {
        Some(end) => Err(fault(&format!("{end} must not stand in it"), name)),
        None => Ok(text),
    }
}

fn fault(what: &str, name: &str) -> Problem {
    Problem::failed(format!("the page cannot be put together: {what}")).at(name)
}

/// A module as the page holds it.
///
/// # Errors
/// If the bytes are none.
fn packed(module: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    if module.starts_with(WASM) {
        // No name and no time: the same module is the same page.
        let mut gzip: GzEncoder<Vec<u8>> = GzBuilder::new().write(Vec::new(), Compression::best());
        gzip.write_all(module).expect("memory takes it");
        return Ok(Cow::Owned(gzip.finish().expect("memory takes it")));
    }
    let mut unpacked = Vec::new();
    let read = GzDecoder::new(module).take(MOST).read_to_end(&mut unpacked);
    if module.starts_with(GZIP) && read.is_ok() && unpacked.starts_with(WASM) {
        return Ok(Cow::Borrowed(module));
    }
    Err(Problem::refused("this is no WebAssembly module")
        .hint("give the file adjutant_play.wasm that `.ci/play` builds, packed with gzip or not"))
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
