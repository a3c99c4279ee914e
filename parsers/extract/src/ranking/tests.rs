use super::*;

#[test]
fn the_weights_have_their_form() {
    for (field, weights) in &*WEIGHTS {
        assert_eq!(Weights::parse(&weights.to_text()).as_ref(), Some(weights), "{field}");
        assert!(weights.least_lead() >= 0, "{field}");
    }
    assert_eq!(Weights::parse("twelve alone in its cell"), None);
}

fn weighed(choice: Choice<String>, weights: &str) -> Choice<String> {
    let mut candidates = Candidates::new();
    candidates.of("one".to_owned()).add("in the head");
    candidates.of("two".to_owned()).add("alone in its cell");
    candidates.add_choice(&choice);
    decide(&Weights::parse(weights).unwrap(), choice, &candidates)
}

#[test]
fn a_candidate_with_a_sure_lead_overrules_the_rules() {
    let weights = "10 is the least lead\n30 alone in its cell\n15 in the head";
    let ranked = weighed(Choice::taken("one".to_owned(), "a rule"), weights);
    assert_eq!((ranked.value.as_deref(), ranked.rule), (Some("two"), Some(RULE)));
    assert_eq!(ranked.because.sentence, "most speaks for it: alone in its cell");
    assert_eq!(ranked.considered, ["one by the rules"]);
}

#[test]
fn without_a_sure_lead_the_rules_decide() {
    let weights = "15 is the least lead\n30 alone in its cell\n15 in the head";
    let chosen = Choice::taken("one".to_owned(), "a rule");
    assert_eq!(weighed(chosen.clone(), weights), chosen);
    let refused = Choice::refused("several");
    assert_eq!(weighed(refused.clone(), weights), refused);
}

#[test]
fn no_value_has_the_score_zero() {
    assert_eq!(Lead::of(&[-5, -7]), Some(Lead { best: 0, by: -5 }));
    assert_eq!(Lead::of(&[5, 7, 7]), Some(Lead { best: 1, by: 0 }));
    assert_eq!(Lead::of(&[9]), Some(Lead { best: 0, by: 9 }));
    assert_eq!(Lead::of(&[]), None);
}

#[test]
fn of_too_many_candidates_none_is_weighed() {
    let mut candidates = Candidates::new();
    for number in 0..1_000 {
        candidates.of(number.to_string()).add("in the head");
    }
    assert!(candidates.is_empty());
    let choice = Choice::taken("7".to_owned(), "a rule");
    assert_eq!(review("invoice_date", choice.clone(), candidates), choice);
}
