//! Builds a scene from its description: checks everything, groups bodies into islands, and allocates, once.

use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::check::{SceneError, check};
use crate::drive::{Drive, DriveTarget, LiveInput, mix_seed};
use crate::event::{MAX_EVENTS_PER_BLOCK, SceneEvent};
use crate::island::Island;
use crate::joint::Joint;
use crate::probe::{Probe, ProbePoint};
use crate::ringing::MAX_PROBES_PER_STRING;
use crate::roughness::Asperities;
use crate::scene::{Planned, Scene, Tap};
use crate::spec::{Action, BodySpec, ContactLaw, ParameterOwner, Quantity, SceneSpec, Signal, Source};
use foley_body::modal::BLOCK;
use foley_body::{Inertial, PreallocatedVec, Wall};
use foley_contact::{Contact, FrictionContact, Step};
use foley_params::{Info, Parametric};
use std::collections::HashMap;

/// Stream number of the seeds for gestures. The seeds for contacts have another number, so that no two random
/// generators share a seed.
const GESTURES: u64 = 1;
const CONTACTS: u64 = 2;
const ASPERITIES: u64 = 3;

impl Scene {
    /// Builds a scene from its description. Real-time: no.
    ///
    /// # Errors
    /// Describes the first fault and its location.
    pub fn build(spec: &SceneSpec, step: Step, seed: u64) -> Result<Self, SceneError> {
        if !(step.seconds() >= 1e-7 && step.seconds() <= 1e-2) {
            return Err(SceneError::Step { seconds: step.seconds() });
        }
        check(spec)?;
        Builder::new(spec, step, seed).finish()
    }
}

/// Builder of a scene: records which items belong to which island.
struct Builder<'a> {
    spec: &'a SceneSpec,
    step: Step,
    seed: u64,
    /// Index of the island of every moving body; `None` for walls.
    home: Vec<Option<usize>>,
    parts: Vec<Parts>,
    bodies: Vec<Option<(usize, usize)>>,
    contacts: Vec<(usize, usize)>,
    /// Island index and drive index of every gesture that is a signal over time; `None` for instantaneous
    /// gestures.
    gestures: Vec<Option<(usize, usize)>>,
}

/// Parts of one island under construction.
#[derive(Default)]
struct Parts {
    bodies: Vec<AnyBody>,
    joints: Vec<Joint>,
    drives: Vec<Drive>,
    probes: Vec<Probe>,
    /// Index of the island's copy of each wall, by the index of the wall in the scene.
    walls: HashMap<usize, usize>,
}

impl<'a> Builder<'a> {
    fn new(spec: &'a SceneSpec, step: Step, seed: u64) -> Self {
        Self {
            spec,
            step,
            seed,
            home: islands(spec),
            parts: Vec::new(),
            bodies: vec![None; spec.bodies.len()],
            contacts: Vec::new(),
            gestures: vec![None; spec.gestures.len()],
        }
    }

    fn finish(mut self) -> Result<Scene, SceneError> {
        let count = self.home.iter().flatten().max().map_or(0, |most| most + 1);
        self.parts.resize_with(count, Parts::default);
        self.add_bodies()?;
        self.add_contacts();
        let plan = self.add_gestures();
        let taps = self.add_outputs()?;
        let islands: Vec<Island> = self
            .parts
            .into_iter()
            .map(|parts| Island::new(self.step, parts.bodies, parts.joints, parts.drives, parts.probes))
            .collect();
        let mut scene = Scene {
            islands,
            bodies: self.bodies,
            contacts: self.contacts,
            gestures: self.gestures,
            taps,
            plan: Vec::new(),
            next_planned: 0,
            time: 0,
            cursor: usize::MAX,
        };
        for (sample, event) in plan {
            if let Ok((island, event)) = scene.locate(event) {
                scene.plan.push(Planned { sample, island, event, then: u64::MAX });
            }
        }
        scene.plan.sort_by_key(|planned| planned.sample);
        for planned in scene.plan.iter_mut().rev() {
            let island = &mut scene.islands[planned.island];
            planned.then = island.next_event;
            island.next_event = planned.sample;
        }
        scene.make_room();
        let old: Vec<_> = scene.islands.iter_mut().map(Island::compact).collect();
        drop(old);
        Ok(scene)
    }

    /// Returns the ports of a body at which contacts or forces act.
    fn contact_ports(&self, body: usize) -> Vec<usize> {
        let contacts = self.spec.contacts.iter().flat_map(|contact| [contact.value.one, contact.value.two]);
        let forces = self.spec.gestures.iter().filter_map(|gesture| match &gesture.action {
            Action::Force { place, .. } => Some(*place),
            _ => None,
        });
        contacts.chain(forces).filter(|place| place.body == body).map(|place| place.port).collect()
    }

    fn add_bodies(&mut self) -> Result<(), SceneError> {
        for (index, named) in self.spec.bodies.iter().enumerate() {
            let gravity = self.spec.gravity;
            let body: AnyBody = match &named.value {
                BodySpec::Inertial { spec, motion, falls } => {
                    let mut body: Inertial = spec.at(self.step).moving(*motion);
                    body.set_gravity(if *falls { gravity } else { 0.0 });
                    body.into()
                }
                BodySpec::Modal { spec, motion, falls, .. } => {
                    let contact_ports = self.contact_ports(index);
                    let mut body = spec
                        .with_contact_ports(self.step, &contact_ports)
                        .map_err(|why| SceneError::Modal { body: named.name.clone(), why })?;
                    body.place(*motion);
                    body.set_gravity(if *falls { gravity } else { 0.0 });
                    body.into()
                }
                BodySpec::Waveguide { spec, .. } => spec
                    .at(self.step)
                    .map_err(|why| SceneError::Waveguide { body: named.name.clone(), why })?
                    .into(),
                BodySpec::Wall => continue,
            };
            let Some(island) = self.home[index] else {
                continue;
            };
            let parts = &mut self.parts[island];
            self.bodies[index] = Some((island, parts.bodies.len()));
            parts.bodies.push(body);
        }
        Ok(())
    }

    /// Returns the index of a body within an island. Copies a wall into each island that needs the wall.
    fn body_in(&mut self, island: usize, body: usize) -> usize {
        if let Some((_, index)) = self.bodies[body] {
            return index;
        }
        let parts = &mut self.parts[island];
        *parts.walls.entry(body).or_insert_with(|| {
            parts.bodies.push(Wall.into());
            parts.bodies.len() - 1
        })
    }

    fn add_contacts(&mut self) {
        let spec = self.spec;
        // Contacts are assigned to islands first, since friction may refer to a later impact.
        let mut next: Vec<usize> = vec![0; self.parts.len()];
        for contact in &spec.contacts {
            let (one, two) = (contact.value.one, contact.value.two);
            // A contact between two walls belongs to the first island.
            let island = self.home[one.body].or(self.home[two.body]).unwrap_or(0);
            if island == self.parts.len() {
                self.parts.push(Parts::default());
                next.push(0);
            }
            self.contacts.push((island, next[island]));
            next[island] += 1;
        }
        for (index, contact) in spec.contacts.iter().enumerate() {
            let (island, _) = self.contacts[index];
            let (one, two) = (contact.value.one, contact.value.two);
            let mut pressed_by = None;
            let mut held_force = 0.0;
            let kind: AnyContact = match contact.value.law {
                ContactLaw::Impact(law) => Contact::new(law, 0.0).into(),
                ContactLaw::LinearImpact(law) => foley_contact::LinearImpact::new(law, 0.0).into(),
                ContactLaw::Friction { mut law, normal_from } => {
                    match normal_from {
                        Some(by) => {
                            pressed_by = Some(self.contacts[by].1);
                            law.normal_force = 0.0;
                        }
                        None => held_force = law.normal_force,
                    }
                    FrictionContact::new(law, mix_seed(mix_seed(self.seed, CONTACTS), index as u64))
                        .with_sample(self.step)
                        .into()
                }
            };
            let asperity_seed = mix_seed(mix_seed(self.seed, ASPERITIES), index as u64);
            let joint = Joint {
                one: (self.body_in(island, one.body), one.port),
                two: (self.body_in(island, two.body), two.port),
                contact: kind,
                pressed_by,
                held_force,
                standing: -contact.value.gap,
                offset: -contact.value.gap,
                target: -contact.value.gap,
                mean_force: 0.0,
                compression_before: 0.0,
                asperities: contact
                    .value
                    .roughness
                    .filter(|_| contact.value.law.can_be_rough())
                    .map(|roughness| Asperities::new(roughness, asperity_seed)),
                asperity_seed,
            };
            self.parts[island].joints.push(joint);
        }
    }

    fn sample_of(&self, seconds: f64) -> u64 {
        libm::round(seconds.max(0.0) * self.step.rate()) as u64
    }

    /// Adds signals to their islands and returns the instantaneous events with their sample numbers.
    fn add_gestures(&mut self) -> Vec<(u64, SceneEvent)> {
        let mut plan = Vec::new();
        let mut laws: Vec<ContactLaw> = self.spec.contacts.iter().map(|contact| contact.value.law).collect();
        for (index, gesture) in self.spec.gestures.iter().enumerate() {
            let from = self.sample_of(gesture.at);
            let drive = |this: &mut Self, island: usize, target, signal: &Signal, lasting: Option<f64>| {
                let until = lasting.map_or(u64::MAX, |seconds| from + this.sample_of(seconds));
                let seed = mix_seed(mix_seed(this.seed, GESTURES), index as u64);
                let drives = &mut this.parts[island].drives;
                this.gestures[index] = Some((island, drives.len()));
                drives.push(Drive {
                    target,
                    signal: signal.clone(),
                    from,
                    until,
                    seed,
                    live_input: (*signal == Signal::Live).then(|| Box::new(LiveInput::empty())),
                });
            };
            match &gesture.action {
                Action::Strike { body, velocity, distance } => plan.push((
                    from,
                    SceneEvent::Strike { body: *body, velocity: *velocity, distance: *distance },
                )),
                Action::Place { body, motion } => {
                    plan.push((from, SceneEvent::Place { body: *body, motion: *motion }));
                }
                Action::Force { place, newtons, lasting } => {
                    if let Some((island, body)) = self.bodies[place.body] {
                        let target = DriveTarget::Force { body, port: place.port };
                        drive(self, island, target, newtons, *lasting);
                    }
                }
                Action::Offset { contact, metres, lasting } => {
                    let (island, joint) = self.contacts[*contact];
                    drive(self, island, DriveTarget::Offset { joint }, metres, *lasting);
                }
                Action::Slide { contact, velocity, lasting } => {
                    let (island, joint) = self.contacts[*contact];
                    drive(self, island, DriveTarget::Slide { joint }, velocity, *lasting);
                }
                Action::Press { contact, newtons, lasting } => {
                    let (island, joint) = self.contacts[*contact];
                    drive(self, island, DriveTarget::Press { joint }, newtons, *lasting);
                }
                Action::Set { target, id, value } => match target {
                    ParameterOwner::Body(body) => {
                        plan.push((from, SceneEvent::SetMass { body: *body, mass: *value }));
                    }
                    ParameterOwner::Contact(contact) => {
                        let law = &mut laws[*contact];
                        self.glide(from, *contact, law, id, *value, &mut plan);
                    }
                },
            }
        }
        plan
    }

    /// Plans events that change a parameter in small steps, over the time and on the scale that the parameter
    /// declares.
    fn glide(
        &self,
        from: u64,
        contact: usize,
        law: &mut ContactLaw,
        id: &'static str,
        value: f64,
        plan: &mut Vec<(u64, SceneEvent)>,
    ) {
        const STRIDE: usize = 8;
        let Some((info, now)) = (match law {
            ContactLaw::Impact(law) => read(law, id),
            ContactLaw::LinearImpact(law) => read(law, id),
            ContactLaw::Friction { law, .. } => read(law, id),
        }) else {
            return;
        };
        let steps = (self.sample_of(info.glide) as usize).div_ceil(STRIDE).max(1);
        let (start, end) = (info.normalised(now), info.normalised(value));
        for step in 1..=steps {
            let progress = step as f64 / steps as f64;
            let value =
                if step == steps { value } else { info.from_normalised(start + progress * (end - start)) };
            let sample = from + ((step - 1) * STRIDE) as u64;
            plan.push((sample, SceneEvent::Set { contact, id, value }));
        }
        match law {
            ContactLaw::Impact(law) => write(law, id, value),
            ContactLaw::LinearImpact(law) => write(law, id, value),
            ContactLaw::Friction { law, .. } => write(law, id, value),
        }
    }

    fn add_outputs(&mut self) -> Result<Vec<Tap>, SceneError> {
        let mut taps = Vec::new();
        for output in &self.spec.outputs {
            let (island, at) = match output.value.of {
                Source::Contact(contact) => {
                    let (island, joint) = self.contacts[contact];
                    let at = match output.value.quantity {
                        Quantity::Displacement => ProbePoint::Compression { joint },
                        Quantity::Velocity => ProbePoint::Pressing { joint },
                        Quantity::Force | Quantity::Acceleration | Quantity::Vibration => {
                            ProbePoint::Force { joint }
                        }
                    };
                    (island, at)
                }
                Source::Place(place) => {
                    let quantity = match output.value.quantity {
                        Quantity::Displacement => foley_body::MotionQuantity::Displacement,
                        Quantity::Acceleration => foley_body::MotionQuantity::Acceleration,
                        Quantity::Vibration => foley_body::MotionQuantity::Vibration,
                        Quantity::Velocity | Quantity::Force => foley_body::MotionQuantity::Velocity,
                    };
                    let (island, body) = if let Some(at) = self.bodies[place.body] {
                        at
                    } else {
                        // An output of a wall belongs to the first island.
                        if self.parts.is_empty() {
                            self.parts.push(Parts::default());
                        }
                        (0, self.body_in(0, place.body))
                    };
                    (island, ProbePoint::Port { body, port: place.port, quantity })
                }
            };
            let parts = &mut self.parts[island];
            if let (ProbePoint::Port { body, .. }, Source::Place(place)) = (at, output.value.of)
                && matches!(parts.bodies[body], AnyBody::Waveguide(_))
            {
                let probes = parts.probes.iter();
                let same = probes.filter(
                    |probe| matches!(probe.at, ProbePoint::Port { body: other, .. } if other == body),
                );
                if same.count() >= MAX_PROBES_PER_STRING {
                    return Err(SceneError::TooManyOutputs {
                        body: self.spec.bodies[place.body].name.clone(),
                    });
                }
            }
            taps.push(Tap { island, probe: parts.probes.len() });
            parts.probes.push(Probe::new(at));
        }
        Ok(taps)
    }
}

impl Scene {
    /// Reserves memory for the planned events of any block, plus [`MAX_EVENTS_PER_BLOCK`] events from
    /// outside.
    fn make_room(&mut self) {
        let mut counts: HashMap<(usize, u64), usize> = HashMap::new();
        for planned in &self.plan {
            *counts.entry((planned.island, planned.sample / BLOCK as u64)).or_default() += 1;
        }
        for (index, island) in self.islands.iter_mut().enumerate() {
            let most =
                counts.iter().filter(|((of, _), _)| *of == index).map(|(_, count)| *count).max().unwrap_or(0);
            island.acts = PreallocatedVec::with_capacity(most + MAX_EVENTS_PER_BLOCK);
        }
    }
}

fn read<P: Parametric>(owner: &P, id: &str) -> Option<(Info, f64)> {
    let param = P::PARAMS.iter().find(|param| param.id == id)?;
    Some((param.info(), (param.get)(owner)))
}

fn write<P: Parametric>(owner: &mut P, id: &str, value: f64) {
    if let Some(param) = P::PARAMS.iter().find(|param| param.id == id) {
        (param.set)(owner, value);
    }
}

/// Returns the island of every moving body: bodies that may touch share an island. Walls join no islands and
/// have `None`.
fn islands(spec: &SceneSpec) -> Vec<Option<usize>> {
    let moves = |body: usize| !matches!(spec.bodies[body].value, BodySpec::Wall);
    let mut parent: Vec<usize> = (0..spec.bodies.len()).collect();
    let join = |one: usize, two: usize, parent: &mut [usize]| {
        let (one, two) = (root(parent, one), root(parent, two));
        parent[one.max(two)] = one.min(two);
    };
    for contact in &spec.contacts {
        let (one, two) = (contact.value.one.body, contact.value.two.body);
        if moves(one) && moves(two) {
            join(one, two, &mut parent);
        }
        // The impact that gives friction its normal force belongs to the same island.
        if let ContactLaw::Friction { normal_from: Some(by), .. } = contact.value.law {
            let pressing = &spec.contacts[by].value;
            let mine = [one, two].into_iter().find(|&body| moves(body));
            let theirs = [pressing.one.body, pressing.two.body].into_iter().find(|&body| moves(body));
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                join(mine, theirs, &mut parent);
            }
        }
    }
    let mut numbers = HashMap::new();
    (0..spec.bodies.len())
        .map(|body| {
            moves(body).then(|| {
                let root = root(&mut parent, body);
                let next = numbers.len();
                *numbers.entry(root).or_insert(next)
            })
        })
        .collect()
}

/// Returns the representative of the group of bodies that contains `body` (union-find).
fn root(parent: &mut [usize], mut body: usize) -> usize {
    while parent[body] != body {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    body
}
