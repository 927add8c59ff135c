//! Offline playback plays everything, however long, and counts errors as live playback does.

use crate::support::recording::{say, text};
use core::ops::ControlFlow;
use foley_audio::output::{Output, OutputRequest};
use foley_engine::{Capacity, engine};
use foley_live::dispatcher::Message;
use foley_live::mapping::Mappings;
use foley_live::offline::{EndCondition, play};
use foley_live::session::{Session, Setup, Summary, UnfinishedPart};
use foley_live::{AddressSpace, Arg, Dispatcher};

/// Plays messages offline at 8 kHz, where rendering is fast. The sounds are a motor, which never comes to
/// rest, and an object to strike.
fn played(messages: Vec<Message>, until: EndCondition) -> Summary {
    let rate = Some(8_000);
    let mut setup = Setup::new(Output::null(OutputRequest { rate, ..OutputRequest::default() }));
    setup.prepare = Box::new(|dispatcher| {
        for (name, model) in [("motor", "motor"), ("knock", "impact")] {
            let added = dispatcher.address_space.add(name, model, 0);
            added.map_err(|why| why.to_string())?;
        }
        Ok(())
    });
    setup.messages = Box::new(messages.into_iter());
    Session::offline(setup, until).unwrap()
}

#[test]
fn a_score_longer_than_the_silence_limit_is_played_to_its_end() {
    let strike = |at| say(at, "/knock/strike", &[Arg::Number(1.0)]);
    let most = 20_000;
    let (early, late) = (800, 10 * most + 77);
    let summary = played(vec![strike(early), strike(late)], EndCondition::Silence { most });
    let samples = summary.status.samples;
    assert_eq!(summary.status.counts.scored, 2);
    assert!(
        (late + 1..late + most).contains(&samples) && summary.unfinished.is_none(),
        "{samples} samples, {:?}; the last strike was at {late}",
        summary.unfinished
    );
    assert_eq!(summary.status.awake, 0);
}

#[test]
fn an_endless_sound_ends_after_the_limit_and_is_reported() {
    // Shorter and longer than the steps of playback.
    for (last, most) in [(3, 100), (30_001, 100), (30_001, 12_345)] {
        let power = |at| say(at, "/motor/power", &[Arg::Number(1.0)]);
        let messages = vec![power(0), power(last)];
        let until = EndCondition::Silence { most };
        let summary = played(messages.clone(), until);
        assert_eq!(summary.status.samples, last + most);
        assert_eq!(summary.unfinished, Some(UnfinishedPart::Sound));
        // The same without a session.
        let (controls, mut renderer) = engine(8_000.0, Capacity::default());
        let mut dispatcher = Dispatcher::new(AddressSpace::new(controls), Mappings::default());
        dispatcher.address_space.add("motor", "motor", 0).unwrap();
        let mut sink = |_: &[f32]| ControlFlow::Continue(());
        let alone = play(&mut dispatcher, &mut renderer, messages, until, &mut sink).unwrap();
        assert_eq!((alone.frames, alone.asleep), (last + most, false));
    }
    // Nothing is reported for a given duration.
    let power = say(0, "/motor/power", &[Arg::Number(1.0)]);
    let summary = played(vec![power], EndCondition::Frames(1_000));
    assert_eq!((summary.status.samples, summary.unfinished), (1_000, None));
}

#[test]
fn a_score_that_is_cut_off_is_reported() {
    // The next message reaches the engine before its time and is not heard.
    for (late, unfinished) in [
        (999, None),
        (1_000, Some(UnfinishedPart::Score)),
        (1_010, Some(UnfinishedPart::Score)),
        (9_999, Some(UnfinishedPart::Score)),
    ] {
        let messages = vec![say(late, "/knock/strike", &[Arg::Number(1.0)])];
        let summary = played(messages, EndCondition::Frames(1_000));
        assert_eq!(summary.unfinished, unfinished, "a message at {late} of 1000");
    }
    assert_eq!(played(Vec::new(), EndCondition::Frames(64)).unfinished, None);
}

#[test]
fn every_error_is_counted_by_kind_and_the_first_are_kept_as_text() {
    // Far more errors than are kept as text.
    let mut messages: Vec<Message> = (0..300).map(|at| say(at, "/foley/record", &[text("x")])).collect();
    messages.extend((300..500).map(|at| say(at, "/nobody/strike", &[])));
    let counts = played(messages, EndCondition::Frames(1_000)).status.counts;
    assert_eq!(counts.wrong.get("refused"), Some(&300), "{:?}", counts.wrong);
    assert_eq!(counts.wrong.get("unknown"), Some(&200), "{:?}", counts.wrong);
    assert_eq!((counts.scored, counts.mistakes()), (500, 500));
    assert!((1..=64).contains(&counts.errors.len()), "{:?}", counts.errors);
}

#[test]
fn all_reports_of_the_engine_are_counted() {
    // Each sound replaces the one before it while that still plays.
    let added = |at: u64| {
        let more = [text("knock"), text("impact")];
        [say(at, "/knock/strike", &[Arg::Number(1.0)]), say(at + 4, "/foley/add", &more)]
    };
    let messages: Vec<Message> = (0..200).flat_map(|n| added(8 * n)).collect();
    let counts = played(messages, EndCondition::Frames(4_000)).status.counts;
    let cut = counts.reports.values().sum::<u64>();
    assert!(cut > 64, "{:?}", counts.reports);
}
