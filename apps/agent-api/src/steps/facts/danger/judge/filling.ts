import type { ElementView } from "@webhand/page/parse/view";
import { isField, isTextual, isToggle, takesNoText } from "../../kinds.ts";
import { hide } from "../../own-secrets.ts";
import { isSecretFill } from "../../sensitive.ts";
import { labelOf } from "../deeds.ts";
import { holdsSecret, isGiven, isSecretElsewhere } from "../leaks/own.ts";
import { isNamedSite, isTaskSite } from "../origin.ts";
import { speaksOfPaying } from "../words.ts";
import { choosing } from "./choosing.ts";
import type { Classified, Facts, TaskFacts } from "./class.ts";
import { gravest, plain } from "./class.ts";
import { clicking, pressed } from "./clicking.ts";
import { committing, siteAt } from "./committing.ts";
import { controlsInside } from "./inside.ts";

/** Writing a value: as typed text, as a tick, as a choice, as a place on a slider, whatever the field makes of it. */
export function filling(text: string, submits: boolean, facts: Facts): Classified {
	const { target, page } = facts;
	if (target !== undefined && !isField(target.type)) {
		// A wrapper stands for the one field inside of it, as it does for the client.
		const [field, another] = controlsInside(target, page).filter(({ type }) => isField(type));
		if (field !== undefined && another === undefined) return filling(text, submits, { ...facts, target: field });
	}
	if (target !== undefined && takesNoText(target.type)) return plain("refused", "takes_no_text");
	if (target === undefined || isTextual(target.type)) return typing(text, submits, facts);
	const sent = submits ? [committing(facts, ["submits"])] : [];
	if (isToggle(target.type)) return gravest(clicking(facts), ...sent);
	if (target.type === "select") return gravest(choosing([text], facts), ...sent);
	const isSliding = speaksOfPaying(labelOf(target, page));
	return gravest(typing(text, submits, facts), ...(isSliding ? [pressed(facts)] : []));
}

function typing(text: string, submits: boolean, facts: Facts): Classified {
	const { target, task } = facts;
	if (target !== undefined && isSecretFill(target, text) && !isOwnInText(text, target, task)) {
		const isNameOnly = !isTaskSite(siteAt(facts), task);
		const isOwnValue = isGiven(text, task) && (!isNameOnly || isNamedSite(siteAt(facts), task.query));
		const reasons = ["sensitive_field", ...(isOwnValue && isNameOnly ? ["outside_task" as const] : [])] as const;
		if (!isOwnValue || !submits) return { class: "fill_sensitive", reasons, isOwnValue, isSearch: false };
		return { ...committing({ ...facts, ownFill: target }, ["submits", "sensitive_field"]), isOwnValue };
	}
	const sent = submits ? committing(facts, ["submits"]) : plain("fill");
	return isGivingAway(text, facts) ? gravest(plain("commit_protected", "own_secret"), sent) : sent;
}

/** A text of more than the number of a card, when that number is the person's own: it is judged by where it goes. */
function isOwnInText(text: string, target: ElementView, task: TaskFacts): boolean {
	return !isSecretFill(target, hide(text, holdsSecret(text, task))) && !isGiven(text, task);
}

/** A secret of the person's own goes where the person said, on a site of the task, and nowhere else without a question. */
function isGivingAway(text: string, facts: Facts): boolean {
	const { target, task } = facts;
	if (holdsSecret(text, task).length === 0) return false;
	return !isTaskSite(siteAt(facts), task) || isSecretElsewhere(text, target, task);
}
