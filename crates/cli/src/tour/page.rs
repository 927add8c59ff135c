//! The page: one file, semantic, readable on a phone and in the dark, without a request to anyone.

use super::made::Made;
use super::picture;
use super::portrait::{Drawing, SIDE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foley_params::Unit;
use foley_sound::{Family, Level, SoundParam, sound_params};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// One sound at a time: who begins quiets the others. The page works without it.
const SCRIPT: &str = "document.addEventListener('play',e=>{for(const a of document.querySelectorAll('audio'))\
                      if(a!==e.target)a.pause()},true)";

/// Frequencies that are marked beside a spectrogram.
const MARKS: [(f64, &str); 4] = [(100.0, "100"), (1000.0, "1k"), (4000.0, "4k"), (16000.0, "16k")];

/// The whole page. `heard` are the sounds as files, cut to so many seconds.
pub(super) fn html(made: &[Made], heard: &[Vec<u8>], cut: f64) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Foley: a tour</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"description\" content=\"Every model of Foley once: the sounds of things touching, from physics.\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; media-src data:; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<a class=\"jump\" href=\"#sounds\">To the sounds</a>\n"
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
        let of = |it: &(&Made, &Vec<u8>)| it.0.info().family == family;
        let its: Vec<_> = made.iter().zip(heard).filter(of).collect();
        if its.is_empty() {
            continue;
        }
        let name = family.name();
        let _ = writeln!(
            page,
            "<section class=\"{name}\" aria-labelledby=\"family-{name}\">\n<h2 id=\"family-{name}\">{name}</h2>"
        );
        for level in Level::ALL {
            let at = |it: &&(&Made, &Vec<u8>)| it.0.info().level == level;
            let its: Vec<_> = its.iter().filter(at).collect();
            if its.is_empty() {
                continue;
            }
            let _ = writeln!(page, "<h3>{}</h3>\n<div class=\"cards\">", plural(level));
            for (made, bytes) in its {
                page.push_str(&card(made, bytes, cut));
            }
            page.push_str("</div>\n");
        }
        page.push_str("</section>\n");
    }
    let _ = write!(
        page,
        "</main>\n<footer>\n<p>Made by <code>foley tour</code>, version {}. The WAV files beside this page are complete, 24 bits, and each \
         says how it was made: <code>foley render FILE.wav -o again.wav</code> makes the same bytes again. Here they are cut to {cut} s at most. \
         Spectrograms go from 20 Hz up in equal intervals, 72 dB deep.</p>\n</footer>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    );
    page
}

fn plural(level: Level) -> &'static str {
    match level {
        Level::Event => "Events: one interaction",
        Level::Texture => "Textures: many, or one that goes on",
        Level::Process => "Processes: something takes its course",
    }
}

/// What there is, family by family, with ways to each.
fn map(made: &[Made]) -> String {
    let mut page = "<nav aria-label=\"Map of the sounds\">\n<ul class=\"map\">\n".to_owned();
    for family in Family::ALL {
        let its: Vec<_> = made.iter().filter(|made| made.info().family == family).collect();
        if its.is_empty() {
            continue;
        }
        let name = family.name();
        let _ = write!(page, "<li class=\"{name}\"><b>{name}</b>\n<dl>");
        for level in Level::ALL {
            let at = |made: &&&Made| made.info().level == level;
            let links: Vec<_> = its
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

/// One sound.
fn card(made: &Made, bytes: &[u8], cut: f64) -> String {
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
    let cut = if made.seconds > cut { format!(" (the first {cut} s of it)") } else { String::new() };
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
        "<pre tabindex=\"0\" aria-label=\"Make it yourself\"><code>foley render {slug}\nfoley explain {model}</code></pre>\n\
         </article>",
        slug = made.preset.slug(),
    );
    page
}

/// What a sound is built on.
fn made_of(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(" <span class=\"soft\">(made of {})</span>", escaped(&crate::text::listed(names)))
}

/// Waveform above spectrogram, over the same time.
fn pictures(made: &Made, name: &str) -> String {
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

/// What a listener may turn, folded away.
fn handles(made: &Made) -> String {
    let sound = &*made.preset.sound;
    let row = |at: SoundParam| {
        let handle = at.info.handle?;
        let value = at.get(sound);
        Some(format!(
            "<tr><th scope=\"row\">{}</th><td>{} … {}</td><td class=\"number\">{:.0}</td><td class=\"number\">{}</td><td><code>{}</code></td></tr>\n",
            escaped(handle.name),
            escaped(handle.low),
            escaped(handle.high),
            100.0 * at.info.normalised(value),
            escaped(&shown(&at, value)),
            at.path(),
        ))
    };
    let rows: Vec<_> = sound_params(sound).into_iter().filter_map(row).collect();
    format!(
        "<details>\n<summary>{} handles</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Handles of {}\">\n<table>\n\
         <caption>Turn one with <code>--set NAME=0…100</code>, or its parameter in SI.</caption>\n\
         <thead><tr><th scope=\"col\">handle</th><th scope=\"col\">from … to</th><th scope=\"col\">0–100</th><th scope=\"col\">value</th>\
         <th scope=\"col\">parameter</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n</details>\n",
        rows.len(),
        escaped(&made.preset.name),
        rows.concat(),
    )
}

/// A value with its unit and four digits, or its name.
fn shown(at: &SoundParam, value: f64) -> String {
    match at.info.choice(value) {
        Some(name) => name.to_owned(),
        None => crate::text::rounded(at.info.unit, value, 4),
    }
}

/// Text for a page.
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
