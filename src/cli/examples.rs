//! An example for every command, as its help shows it.

/// Commands in groups, as `adjutant` lists them.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    (
        "Playing",
        &[
            "keygen", "read", "choices", "template", "check", "forecast", "seal", "fmt", "say",
            "request", "play",
        ],
    ),
    (
        "Running a game",
        &[
            "new", "card", "enroll", "open", "receive", "take", "orders", "status", "lock",
            "beacon", "resolve", "calendar", "run", "post", "reveal",
        ],
    ),
    ("Running a league", &["league"]),
    (
        "When plans change",
        &["undo", "rule", "preview", "edit", "clone", "copy", "office", "deputy"],
    ),
    ("Checking and showing", &["verify", "witness", "show", "site", "chronicle", "demo"]),
    ("Making", &["game", "format", "schema", "completions", "man", "help"]),
];

/// Examples by command.
pub(super) const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "keygen",
        &[
            "adjutant keygen anna --name Anna --card pell-1a2b3c4d.card",
            "adjutant -C pell keygen anna --name Anna",
        ],
    ),
    ("card", &["adjutant -C pell card"]),
    (
        "lock",
        &[
            "adjutant -C pell lock",
            "adjutant -C pell lock --missing \"union has not sent its link for three days\"",
        ],
    ),
    ("beacon", &["adjutant -C pell beacon", "adjutant -C pell beacon round.json"]),
    ("game", &["adjutant game new tide-pool"]),
    (
        "game new",
        &["adjutant game new tide-pool", "adjutant game new tide-pool --adjutant ../adjutant"],
    ),
    ("league", &["adjutant league new cup", "adjutant -C cup league run --post cup.post"]),
    ("league new", &["adjutant league new cup --form round-robin"]),
    ("league announce", &["adjutant -C cup league announce"]),
    (
        "league enroll",
        &[
            "adjutant -C cup league enroll anna.pub --rating 1620",
            "adjutant -C cup league enroll anna.chains",
            "adjutant -C cup league enroll anna.pub --replace --reason \"they lost their key\"",
        ],
    ),
    ("league chains", &["adjutant -C cup league chains --key anna.key"]),
    ("league pair", &["adjutant -C cup league pair --opens +3d"]),
    (
        "league run",
        &[
            "adjutant -C cup league run --inbox inbox --outbox outbox",
            "adjutant -C cup league run --post cup.post",
        ],
    ),
    ("league status", &["adjutant -C cup league status"]),
    ("league standings", &["adjutant -C cup league standings"]),
    ("league site", &["adjutant -C cup league site site"]),
    ("league verify", &["adjutant -C cup league verify"]),
    ("league withdraw", &["adjutant -C cup league withdraw ben --reason \"a new job\""]),
    (
        "league replace",
        &["adjutant -C cup league replace r02-b01 union staff --reason \"Ben has left\""],
    ),
    ("league postpone", &["adjutant -C cup league postpone 3 --opens +7d --reason \"Christmas\""]),
    ("league challenge", &["adjutant -C cup league challenge ben anna"]),
    (
        "read",
        &[
            "adjutant -C pell read --key anna.key",
            "adjutant read report.age --key anna.key --moderator SHA256:…",
            "adjutant -C pell read --key anna.key --html -o report.html",
        ],
    ),
    (
        "choices",
        &[
            "adjutant -C pell choices --key anna.key",
            "adjutant -C pell choices Norway --key anna.key",
        ],
    ),
    (
        "template",
        &[
            "adjutant -C pell template --key anna.key --short -o orders.yaml",
            "adjutant -C pell template --key anna.key --same-as 3 -o orders.yaml",
        ],
    ),
    (
        "check",
        &[
            "adjutant -C pell check orders.yaml --key anna.key",
            "adjutant check orders.yaml --report report.age --key anna.key",
        ],
    ),
    (
        "forecast",
        &[
            "adjutant -C pell forecast orders.yaml --key anna.key",
            "adjutant -C pell forecast orders.yaml --key anna.key --against theirs.yaml",
        ],
    ),
    ("seal", &["adjutant -C pell seal orders.yaml --key anna.key -o orders.age"]),
    ("fmt", &["adjutant fmt orders.yaml", "adjutant fmt --short orders.yaml"]),
    ("say", &["adjutant -C pell say away 2026-08-01 --key anna.key --reason \"a wedding\""]),
    (
        "say away",
        &[
            "adjutant -C pell say away \"2026-08-01 to 2026-08-14\" --key anna.key --reason holidays",
        ],
    ),
    ("say keys", &["adjutant -C pell say keys new.key --key anna.key -o keys.txt"]),
    (
        "say substitute",
        &["adjutant -C pell say substitute carla.pub --key anna.key --until 2026-09-01T20:00:00Z"],
    ),
    (
        "say object",
        &["adjutant -C pell say object 12 --key anna.key --reason \"those are not mine\""],
    ),
    ("say final", &["adjutant -C pell say final --key anna.key"]),
    ("say withdraw", &["adjutant -C pell say withdraw --key anna.key"]),
    (
        "say link",
        &[
            "adjutant -C pell say link --key anna.key -o link.txt",
            "adjutant say link --lock pell.lock --report report.age --key anna.key",
        ],
    ),
    ("say pause", &["adjutant -C pell say pause --key anna.key --until +14d"]),
    ("rule find", &["adjutant -C pell rule find fleet points"]),
    ("say vote", &["adjutant -C pell say vote draw --key anna.key"]),
    ("say vote draw", &["adjutant -C pell say vote draw --no --key anna.key"]),
    ("say vote win", &["adjutant -C pell say vote win union --key anna.key"]),
    ("say vote deadline", &["adjutant -C pell say vote deadline +7d --key anna.key"]),
    ("say resign", &["adjutant -C pell say resign --key anna.key --reason \"a new job\""]),
    ("say note", &["adjutant -C pell say note notes.txt --key anna.key -o note.txt"]),
    (
        "say press",
        &["adjutant -C pell say press letter.txt --key anna.key --to union -o press.txt"],
    ),
    ("say plain-text", &["adjutant -C pell say plain-text yes --key anna.key"]),
    (
        "request",
        &[
            "adjutant -C pell request status --key anna.key",
            "adjutant -C pell request report 3 --key anna.key",
            "adjutant -C pell request forecast orders.yaml --key anna.key",
        ],
    ),
    (
        "new",
        &[
            "adjutant new pell",
            "adjutant new crossroads --game company-commander --scenario first-contact",
        ],
    ),
    (
        "enroll",
        &[
            "adjutant -C pell enroll mazianni anna.pub",
            "adjutant -C pell enroll mazianni --address anna.address",
            "adjutant -C pell enroll union carla.pub --replace --reason \"Ben has left\"",
        ],
    ),
    (
        "open",
        &[
            "adjutant -C pell open",
            "adjutant -C pell open --deadline \"2026-12-01 20:00 Europe/Berlin\"",
        ],
    ),
    (
        "receive",
        &["adjutant -C pell receive anna.age", "adjutant -C pell receive ~/Mail/pell --maildir"],
    ),
    ("take", &["adjutant -C pell take away.txt"]),
    ("orders", &["adjutant -C pell orders mazianni"]),
    ("status", &["adjutant -C pell status", "adjutant -C pell status --exit-code"]),
    (
        "resolve",
        &[
            "adjutant -C pell resolve --open",
            "adjutant -C pell resolve --without-orders",
            "adjutant -C pell resolve --early --reason \"all agreed\"",
        ],
    ),
    ("calendar", &["adjutant -C pell calendar"]),
    ("calendar set", &["adjutant -C pell calendar set campaign.yaml --reason \"as agreed\""]),
    ("calendar extend", &["adjutant -C pell calendar extend --by 2d --reason \"a wedding\""]),
    (
        "calendar pause",
        &["adjutant -C pell calendar pause --until 2026-08-15T12:00:00Z --reason exams"],
    ),
    ("calendar resume", &["adjutant -C pell calendar resume --reason passed"]),
    (
        "calendar away",
        &["adjutant -C pell calendar away mazianni 2026-08-01 --reason \"a wedding\""],
    ),
    ("calendar drop", &["adjutant -C pell calendar drop union --reason \"Ben has left\""]),
    ("calendar schema", &["adjutant calendar schema"]),
    (
        "run",
        &[
            "adjutant -C pell run --post",
            "adjutant -C pell run --inbox mail --maildir --outbox out",
        ],
    ),
    ("post", &["adjutant -C pell post", "adjutant -C pell post --dry-run"]),
    ("post init", &["adjutant -C pell post init"]),
    ("post test", &["adjutant -C pell post test"]),
    ("post take", &["adjutant -C pell post take < mail.eml"]),
    ("post again", &["adjutant -C pell post again 20261201T200000Z-0001"]),
    ("post discard", &["adjutant -C pell post discard 20261201T200000Z-0001"]),
    ("post texts", &["adjutant -C pell post texts --write de"]),
    ("post idle", &["adjutant -C pell post idle && adjutant -C pell run --post"]),
    ("reveal", &["adjutant -C pell reveal"]),
    ("undo", &["adjutant -C pell undo --reason \"I closed the wrong campaign\""]),
    ("rule", &["adjutant -C pell rule accept mazianni --reason \"the post was slow\""]),
    ("rule set", &["adjutant -C pell rule set /state/open/turn=3 --reason \"a slip\""]),
    (
        "rule put-in",
        &["adjutant -C pell rule put-in mazianni orders.yaml --reason \"by telephone\""],
    ),
    ("rule list", &["adjutant -C pell rule list"]),
    ("rule revoke", &["adjutant -C pell rule revoke 7 --reason \"struck the wrong line\""]),
    ("rule strike", &["adjutant -C pell rule strike union \"line 6\" --reason \"sent twice\""]),
    ("rule accept", &["adjutant -C pell rule accept mazianni --reason \"the post was slow\""]),
    ("rule answer", &["adjutant -C pell rule answer mazianni \"as in rule cw15\""]),
    (
        "rule explain",
        &["adjutant -C pell rule explain \"Jump points are numbered as on the map.\""],
    ),
    ("preview", &["adjutant -C pell preview --reason \"a trial of the format\""]),
    ("edit", &["adjutant -C pell edit position -o scenario.yaml"]),
    (
        "edit position",
        &["adjutant -C pell edit position --cycle 3 --set /open/turn=4 -o scenario.yaml"],
    ),
    ("clone", &["adjutant -C pell clone trial", "adjutant -C pell clone trial --cycle 3"]),
    ("office", &["adjutant -C pell office dismiss Erik --reason \"I am back\""]),
    (
        "office hand-over",
        &["adjutant -C pell office hand-over dora.pub --reason \"no time\" -o dora.papers"],
    ),
    (
        "office appoint",
        &["adjutant -C pell office appoint erik.pub --may extend,take --until +30d --reason \"at \
              sea\""],
    ),
    ("office dismiss", &["adjutant -C pell office dismiss Erik --reason \"I am back\""]),
    (
        "office share",
        &["adjutant -C pell office share dora.pub erik.pub --threshold 2 --folder shares"],
    ),
    (
        "office pass-on",
        &["adjutant office pass-on erik.share.age dora.pub --key erik.key -o 2.age"],
    ),
    ("office combine", &["adjutant -C pell office combine dora.share.age 2.age --key dora.key"]),
    (
        "office take-up",
        &["adjutant -C pell office take-up dora.papers --key dora.key --keys dora.keys"],
    ),
    ("deputy", &["adjutant -C pell deputy extend --key erik.key --by 2d --reason \"a storm\""]),
    (
        "deputy extend",
        &["adjutant -C pell deputy extend --key erik.key --by 2d --reason \"a storm\""],
    ),
    ("deputy take", &["adjutant -C pell deputy take anna.age --key erik.key --receipts receipts"]),
    (
        "verify",
        &[
            "adjutant -C pell verify",
            "adjutant -C pell verify --key anna.key --report report.age --receipt receipt.txt",
        ],
    ),
    (
        "witness",
        &[
            "adjutant witness keygen club.example/witness",
            "adjutant -C pell witness sign --key witness.key",
        ],
    ),
    ("witness keygen", &["adjutant witness keygen club.example/witness -o witness.key"]),
    ("witness sign", &["adjutant -C pell witness sign --key witness.key"]),
    ("witness add", &["adjutant -C pell witness add cosigned.txt"]),
    ("witness log", &["adjutant -C pell witness log"]),
    ("witness request", &["adjutant -C pell witness request --old 14"]),
    ("witness answer", &["adjutant witness answer --key witness.key --log \"LINE\""]),
    (
        "show",
        &[
            "adjutant -C pell show report --seat mazianni",
            "adjutant -C pell show packets --seat union --cycle 3",
        ],
    ),
    ("site", &["adjutant -C pell site public", "adjutant -C pell site public --play play.html"]),
    ("play", &["adjutant play -o play.html"]),
    ("copy", &["adjutant copy pell s3://club/league/pell"]),
    ("chronicle", &["adjutant -C pell chronicle -o pell.html"]),
    (
        "demo",
        &[
            "adjutant demo",
            "adjutant demo crossroads --game company-commander",
            "adjutant demo --league season",
        ],
    ),
    (
        "format",
        &[
            "adjutant format",
            "adjutant format --game company-war --scenario demonstration",
            "adjutant format --game company-war --check scenario.yaml",
        ],
    ),
    ("schema", &["adjutant -C pell schema -o orders.schema.json"]),
    (
        "completions",
        &["adjutant completions bash > ~/.local/share/bash-completion/completions/adjutant"],
    ),
    ("man", &["adjutant man ~/.local/share/man/man1"]),
    ("help", &["adjutant help player", "adjutant help moderator", "adjutant help say away"]),
];
