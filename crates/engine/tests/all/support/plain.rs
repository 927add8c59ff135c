//! Two models with known samples: a constant level, and a wire that passes its input.

use foley_contact::Step;
use foley_params::{Info, Param, Parametric, Scale, Unit};
use foley_sound::{Aspect, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player};

/// Part of the model `Steady`: the level that it plays \[1\].
#[derive(Clone, Copy, Default)]
pub(crate) struct Height {
    level: f64,
}

const LEVEL: Param<Height> = Param {
    id: "level",
    symbol: "a",
    unit: Unit::One,
    doc: "How high it is.",
    min: 0.0,
    max: 10.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.0,
    handle: None,
    get: |height| height.level,
    set: |height, value| height.level = value,
};

impl Parametric for Height {
    const NAME: &'static str = "height";
    const PARAMS: &'static [Param<Self>] = &[LEVEL];
}

/// A constant level that starts with its gesture and never ends.
#[derive(Clone, Copy, Default)]
pub(crate) struct Steady {
    height: Height,
}

impl Steady {
    pub(crate) fn at(level: f64) -> Self {
        Self { height: Height { level } }
    }
}

const fn info(name: &'static str, equation: &'static str) -> ModelInfo {
    ModelInfo {
        name,
        title: "A plain sound",
        family: Family::Effects,
        level: Level::Event,
        made_of: &[],
        physics: "None.",
        equation,
        source: "",
    }
}

const BEGIN: Info = Info { id: "begin", doc: "Begins.", default: 1.0, ..LEVEL.info() };

pub(crate) struct Begun(bool);

impl Model for Steady {
    const INFO: ModelInfo = info("steady", "y = a");
    const PARTS: &'static [PartAccess<Self>] = &[PartAccess {
        name: "height",
        aspect: Aspect::Motion,
        get: |model| &model.height,
        get_mut: |model| &mut model.height,
    }];
    const GESTURES: &'static [Info] = &[BEGIN];
    const OUTPUT: OutputKind = OutputKind::signal(10.0);
    type Player = Begun;

    fn player(&self, _: u64, _: Step) -> Begun {
        Begun(false)
    }
}

impl Player<Steady> for Begun {
    fn play(&mut self, now: &Steady, block: &mut Block<'_>) {
        self.0 |= block.gesture(0).is_some();
        if self.0 {
            block.add(&[now.height.level; 64]);
        }
    }

    fn done(&self) -> bool {
        !self.0
    }

    fn silent(&self) -> bool {
        !self.0
    }
}

/// Passes its input.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wire;

pub(crate) struct Passes;

impl Model for Wire {
    const INFO: ModelInfo = info("wire", "y = x");
    const PARTS: &'static [PartAccess<Self>] = &[];
    const GESTURES: &'static [Info] = &[];
    const OUTPUT: OutputKind = OutputKind::signal(10.0);
    const TAKES_INPUT: bool = true;
    type Player = Passes;

    fn player(&self, _: u64, _: Step) -> Passes {
        Passes
    }
}

impl Player<Wire> for Passes {
    fn play(&mut self, _: &Wire, block: &mut Block<'_>) {
        let heard = *block.input();
        block.add(&heard);
    }

    fn done(&self) -> bool {
        true
    }
}
