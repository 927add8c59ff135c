//! Writes the HTML page of the tour: one self-contained file for any screen size, light or dark.

use super::made::TourSound;
use super::picture;
use super::portrait::{Drawing, SIDE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foley_params::Unit;
use foley_sound::{Family, Level, SoundParam, sound_params};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// Script that pauses the other players when one player starts. The page also works without scripts.
const SCRIPT: &str = "document.addEventListener('play',e=>{for(const a of document.querySelectorAll('audio'))\
                      if(a!==e.target)a.pause()},true)";

/// Frequency labels of a spectrogram \[Hz\].
const MARKS: [(f64, &str); 4] = [(100.0, "100"), (1000.0, "1k"), (4000.0, "4k"), (16000.0, "16k")];

/// Returns the complete page. `files` are the sounds as FLAC, shortened to `cut` seconds.
pub(super) fn html(made: &[TourSound], files: &[Vec<u8>], cut: f64) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Foley: a tour</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"description\" content=\"Every model of Foley once: the sounds of things touching, from physics.\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; media-src data:; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<a class=\"jump\" href=\"#sounds\">Skip to the sounds</a>\n"
    );
    let _ = write!(
        page,
        "<header>\n<h1>Foley: a tour</h1>\n<p>The sounds of things touching, computed from physics: {} models, one preset of each. \
         Nothing here was recorded.</p>\n</header>\n",
        made.len()
    );
    page.push_str(&map(made));
    page.push_str("<main id=\"sounds\">\n");
    for family in Family::ALL {
        let of = |pair: &(&TourSound, &Vec<u8>)| pair.0.info().family == family;
        let group: Vec<_> = made.iter().zip(files).filter(of).collect();
        if group.is_empty() {
            continue;
        }
        let name = family.name();
        let _ = writeln!(
            page,
            "<section class=\"{name}\" aria-labelledby=\"family-{name}\">\n<h2 id=\"family-{name}\">{name}</h2>"
        );
        for level in Level::ALL {
            let at = |pair: &&(&TourSound, &Vec<u8>)| pair.0.info().level == level;
            let group: Vec<_> = group.iter().filter(at).collect();
            if group.is_empty() {
                continue;
            }
            let _ = writeln!(page, "<h3>{}</h3>\n<div class=\"cards\">", plural(level));
            for (made, bytes) in group {
                page.push_str(&card(made, bytes, cut));
            }
            page.push_str("</div>\n");
        }
        page.push_str("</section>\n");
    }
    let _ = write!(
        page,
        "</main>\n<footer>\n<p>TourSound by <code>foley tour</code>, version {}. The WAV files beside this page are complete, of 24 bits, and carry \
         their recipe: <code>foley render FILE.wav -o again.wav</code> gives the same bytes. On this page they are shortened to {cut} s. \
         Spectrograms have a logarithmic frequency axis from 20 Hz and a range of 72 dB.</p>\n</footer>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    );
    page
}

fn plural(level: Level) -> &'static str {
    match level {
        Level::Event => "Events: one interaction",
        Level::Texture => "Textures: many interactions, or a continuous one",
        Level::Process => "Processes: interactions that develop over time",
    }
}

/// Returns links to all sounds, by family and level.
fn map(made: &[TourSound]) -> String {
    let mut page = "<nav aria-label=\"Map of the sounds\">\n<ul class=\"map\">\n".to_owned();
    for family in Family::ALL {
        let group: Vec<_> = made.iter().filter(|made| made.info().family == family).collect();
        if group.is_empty() {
            continue;
        }
        let name = family.name();
        let _ = write!(page, "<li class=\"{name}\"><b>{name}</b>\n<dl>");
        for level in Level::ALL {
            let at = |made: &&&TourSound| made.info().level == level;
            let links: Vec<_> = group
                .iter()
                .filter(at)
                .map(|made| {
                    let model = made.info().name;
                    format!("<a href=\"#{model}\">{model}</a>")
                })
                .collect();
            if !links.is_empty() {
                let _ = write!(page, "<dt>{}</dt><dd>{}</dd>", level.name(), links.join(" "));
            }
        }
        page.push_str("</dl></li>\n");
    }
    page + "</ul>\n</nav>\n"
}

/// Returns the HTML card of one sound. `bytes` is the FLAC file, shortened to `cut` seconds.
fn card(made: &TourSound, bytes: &[u8], cut: f64) -> String {
    let about = made.info();
    let (model, name) = (about.name, escaped(&made.preset.name));
    let mut page = format!(
        "<article id=\"{model}\" aria-labelledby=\"{model}-name\">\n<h4 id=\"{model}-name\">{name}</h4>\n\
         <p class=\"place\">{model}: {}{}</p>\n<p>{}</p>\n",
        escaped(about.title),
        made_of(about.made_of),
        escaped(&made.preset.sentence),
    );
    page.push_str(&pictures(made, &name));
    let cut = if made.seconds > cut { format!(" (the first {cut} s)") } else { String::new() };
    let _ = writeln!(
        page,
        "<audio controls preload=\"metadata\" aria-label=\"{name}{cut}\" src=\"data:audio/flac;base64,{}\"></audio>",
        STANDARD.encode(bytes)
    );
    if let Some(portrait) = &made.portrait {
        page.push_str("<div class=\"pair\">\n");
        page.push_str(&drawing(&portrait.trace));
        if let Some(phase) = &portrait.phase {
            page.push_str(&drawing(phase));
        }
        page.push_str("</div>\n");
    }
    page.push_str(&handles(made));
    let _ = writeln!(
        page,
        "<pre tabindex=\"0\" aria-label=\"Commands\"><code>foley render {slug}\nfoley explain {model}</code></pre>\n\
         </article>",
        slug = made.preset.slug(),
    );
    page
}

/// Returns a sentence with the models that a sound is made of.
fn made_of(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(" <span class=\"soft\">(made of {})</span>", escaped(&crate::text::listed(names)))
}

/// Returns the waveform above the spectrogram, over the same time.
fn pictures(made: &TourSound, name: &str) -> String {
    let mut marks = String::new();
    for (frequency, mark) in MARKS {
        let _ = write!(
            marks,
            "<span style=\"bottom:{:.1}%\">{mark}</span>",
            100.0 * picture::height(frequency, made.rate)
        );
    }
    format!(
        "<figure class=\"heard\">\n<span></span><svg viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"Waveform of {name}\"><path d=\"{}\"/></svg>\n\
         <div class=\"scale\" aria-hidden=\"true\">{marks}</div><img alt=\"Spectrogram of {name}\" src=\"data:image/png;base64,{}\">\n\
         <figcaption class=\"time\"><span>0 s</span><span>Hz over time</span><span>{}</span></figcaption>\n</figure>\n",
        picture::WIDTH,
        picture::HEIGHT,
        made.waveform,
        STANDARD.encode(&made.spectrogram),
        crate::text::rounded(Unit::Second, made.seconds, 3),
    )
}

fn drawing(drawing: &Drawing) -> String {
    let (width, height) = SIDE;
    format!(
        "<figure><svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{title}\">\
         <path vector-effect=\"non-scaling-stroke\" d=\"{}\"/></svg>\n<figcaption><strong>{title}</strong><br>{} <span \
         aria-hidden=\"true\">→</span><br>{} <span aria-hidden=\"true\">↑</span></figcaption></figure>\n",
        drawing.path,
        escaped(&drawing.right),
        escaped(&drawing.up),
        title = escaped(&drawing.title),
    )
}

/// Returns a folded table of the sound's handles.
fn handles(made: &TourSound) -> String {
    let sound = &*made.preset.sound;
    let row = |param: SoundParam| {
        let handle = param.info.handle?;
        let value = param.get(sound);
        Some(format!(
            "<tr><th scope=\"row\">{}</th><td>{} … {}</td><td class=\"number\">{:.0}</td><td class=\"number\">{}</td><td><code>{}</code></td></tr>\n",
            escaped(handle.name),
            escaped(handle.low),
            escaped(handle.high),
            100.0 * param.info.normalised(value),
            escaped(&value_text(&param, value)),
            param.path(),
        ))
    };
    let rows: Vec<_> = sound_params(sound).into_iter().filter_map(row).collect();
    format!(
        "<details>\n<summary>{} handles</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Handles of {}\">\n<table>\n\
         <caption>Set a handle with <code>--set NAME=0…100</code>, or its parameter in SI.</caption>\n\
         <thead><tr><th scope=\"col\">handle</th><th scope=\"col\">from … to</th><th scope=\"col\">0–100</th><th scope=\"col\">value</th>\
         <th scope=\"col\">parameter</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n</details>\n",
        rows.len(),
        escaped(&made.preset.name),
        rows.concat(),
    )
}

/// Returns a value with its unit and four digits, or the name of a choice.
fn value_text(param: &SoundParam, value: f64) -> String {
    match param.info.choice(value) {
        Some(name) => name.to_owned(),
        None => crate::text::rounded(param.info.unit, value, 4),
    }
}

/// Escapes text for use in HTML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}
