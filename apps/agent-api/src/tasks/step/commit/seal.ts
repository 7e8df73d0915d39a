import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { Expectation } from "@webhand/contracts/agent/task";
import type { Sealer } from "@webhand/service-kit/seal";
import { hide, longestFirst, secretsIn, secretsInAnswer } from "../../../policy/secrets/find.ts";
import { hideIn, hideInAction } from "../../../policy/secrets/mask.ts";
import { defined } from "../../../shared/defined.ts";
import type { BatchPart, HeldAction, OpenQuestion, StepRow, Task, UserAnswer } from "../../../shared/task.ts";
import { openNote } from "../../messages/notes.ts";
import type { Outgoing } from "./reply.ts";

type Words = Pick<Task, "query" | "notes" | "question" | "sealedQuery" | "sealedNotes" | "queuedNotes">;
type SealedNotes = { readonly notes: readonly string[]; readonly secrets: readonly string[] };
type SealedAnswer = { readonly answer: string; readonly secrets: readonly string[] };

/** A task with the user's texts in the place of the masked ones, queued notes among its notes, and the secrets in them. @throws Error when a sealed text was altered */
export function unsealTask<Worded extends Words>(
	task: Worded,
	{ open }: Pick<Sealer, "open">,
): Worded & { readonly secrets: readonly string[] } {
	const { sealedQuery, sealedNotes, question, queuedNotes = [] } = task;
	const query = sealedQuery === undefined ? task.query : open(sealedQuery);
	const noted = sealedNotes === undefined ? undefined : (JSON.parse(open(sealedNotes)) as SealedNotes);
	const answered = question?.given?.sealed === undefined ? undefined : (JSON.parse(open(question.given.sealed)) as SealedAnswer);
	const queued = queuedNotes.map((note) => openNote(note, { open }));
	const secrets = longestFirst([
		...(sealedQuery === undefined ? [] : secretsIn(query)),
		...(noted?.secrets ?? []),
		...(answered?.secrets ?? []),
		...queued.flatMap((note) => note.secrets),
	]);
	return {
		...task,
		query,
		notes: [...(noted?.notes ?? task.notes), ...queued.map(({ note }) => note)],
		question: question === null ? null : unsealQuestion(question, answered, open),
		secrets,
	};
}

function unsealQuestion(question: OpenQuestion, answered: SealedAnswer | undefined, open: Sealer["open"]): OpenQuestion {
	const { held, given } = question;
	return {
		...question,
		...(held?.sealedExpect === undefined ? {} : { held: { ...held, expect: Expectation.parse(JSON.parse(open(held.sealedExpect))) } }),
		...(answered === undefined || given === undefined ? {} : { given: { ...given, answer: answered.answer } }),
	};
}

/** Notes as they may be stored: masked, and sealed where there are secrets. @throws never */
export function notesToStore(notes: readonly string[], secrets: readonly string[], sealer: Sealer): Pick<Task, "notes" | "sealedNotes"> {
	if (secrets.length === 0) return { notes };
	const words: SealedNotes = { notes, secrets };
	return { notes: notes.map((note) => hide(note, secrets)), sealedNotes: sealer.seal(JSON.stringify(words)) };
}

/** An answer as it may be stored: masked, and sealed where it holds a secret. @throws never */
export function answerToStore(
	given: UserAnswer,
	asked: { readonly question: string; readonly secrets: readonly string[] },
	sealer: Sealer,
): UserAnswer {
	if (given.answer === undefined) return given;
	const secrets = longestFirst([...asked.secrets, ...secretsInAnswer(given.answer, asked.question)]);
	const answer = hide(given.answer, secrets);
	if (answer === given.answer) return given;
	const words: SealedAnswer = { answer: given.answer, secrets };
	return { ...given, answer, sealed: sealer.seal(JSON.stringify(words)) };
}

/** The part of a step that its verification needs. */
export type VerifiableStep = Pick<StepRow, "parsed" | "expect" | "before" | "batch">;

type Texts = VerifiableStep & Pick<StepRow, "action" | "guard" | "targetName" | "described" | "describedTo">;

/**
 * A step's row without these secrets. What its verification needs of them is sealed, until the next step is written.
 *
 * @param needed of the row itself; of a wait, of the step whose outcome it waits for
 * @throws never
 */
export function hideInStep<Row extends Texts>(
	row: Row,
	needed: VerifiableStep,
	{ secrets, sealer }: { readonly secrets: readonly string[]; readonly sealer: Sealer },
): Row & Pick<StepRow, "sealed"> {
	if (secrets.length === 0) return row;
	const shown = hideInProvable(row, secrets);
	const { guard, targetName, described, describedTo } = row;
	const hidden = {
		...row,
		...shown,
		action: formatAction(shown.parsed),
		...defined({ guard: hideIn(guard, secrets), targetName: hideIn(targetName, secrets) }),
		...defined({ described: hideIn(described, secrets), describedTo: hideIn(describedTo, secrets) }),
	};
	const isBare = JSON.stringify(provableOf(needed)) === JSON.stringify(hideInProvable(needed, secrets));
	return isBare ? hidden : { ...hidden, sealed: sealer.seal(JSON.stringify(provableOf(needed))) };
}

/** What the verification of a step needs and its row hides; empty where the row hides nothing. @throws Error when it was altered */
export function unsealStep({ sealed }: Pick<StepRow, "sealed">, sealer: Pick<Sealer, "open">): Partial<VerifiableStep> {
	return sealed === undefined ? {} : (JSON.parse(sealer.open(sealed)) as VerifiableStep);
}

function provableOf({ parsed, expect, before, batch }: VerifiableStep): VerifiableStep {
	return { parsed, expect, before, ...defined({ batch }) };
}

function hideInProvable({ parsed, expect, before, batch }: VerifiableStep, secrets: readonly string[]): VerifiableStep {
	return provableOf({
		parsed: hideInAction(parsed, secrets),
		expect: hideIn(expect, secrets),
		before: hideIn(before, secrets),
		...defined({ batch: batch?.map((part) => hideInPart(part, secrets)) }),
	});
}

function hideInPart(part: BatchPart, secrets: readonly string[]): BatchPart {
	const parsed = hideInAction(part.parsed, secrets);
	return { ...hideIn(part, secrets), keys: part.keys, parsed, action: formatAction(parsed) };
}

/**
 * What goes out, without the user's secrets in its texts. The action itself keeps them, since it types them; `maskAction` masks its stored
 * form. @throws never
 */
export function hideInOutgoing(out: Outgoing, secrets: readonly string[], sealer: Pick<Sealer, "seal">): Outgoing {
	if (secrets.length === 0) return out;
	const clean = (text: string) => hide(text, secrets);
	const { question, answer, failure, reasoning, missingInformation, held } = out;
	return {
		...out,
		thought: clean(out.thought),
		sent: isSaying(out.sent) ? hideInAction(out.sent, secrets) : out.sent,
		shown: hideInAction(out.shown, secrets),
		...defined({
			question: question && { ...question, text: clean(question.text), ...defined({ choices: question.choices?.map(clean) }) },
			answer: answer === undefined ? undefined : clean(answer),
			failure: failure && { ...failure, message: clean(failure.message) },
			reasoning: reasoning && { ...reasoning, evidence: reasoning.evidence.map(clean) },
			missingInformation: missingInformation?.map(clean),
			held: held && hideInPending({ ...held, thought: clean(held.thought) }, secrets, sealer),
		}),
	};
}

/** The expectation of an action that waits for approval may hold the secret: then it is sealed. */
function hideInPending(held: HeldAction, secrets: readonly string[], { seal }: Pick<Sealer, "seal">): HeldAction {
	const expect = hideIn(held.expect, secrets);
	const isBare = JSON.stringify(expect) === JSON.stringify(held.expect);
	return isBare ? held : { ...held, expect, sealedExpect: seal(JSON.stringify(held.expect)) };
}

/** Actions that only say something to the user. */
const isSaying = ({ name }: Action) => name === "finish" || name === "fail" || name === "handoff" || name === "ask";
