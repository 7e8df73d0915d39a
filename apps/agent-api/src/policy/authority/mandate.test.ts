import { Recorded } from "@webhand/contracts/authority/mandate-note";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { MandateId, RoutineId, RoutineRunId } from "@webhand/contracts/ids";
import type { ActStep } from "@webhand/contracts/routine/step";
import { describeTarget } from "@webhand/routines/target/describe";
import type { MandateAttack, MandateScene } from "@webhand/testing/mandate-cases";
import { attacksOn, mandateRecord, mandateScenes, mandateSite } from "@webhand/testing/mandate-cases";
import { describe, expect, test } from "vitest";
import { gateOf, pageAt } from "../../../test/gate-cases.ts";
import type { Gate, GateTask } from "../gate/gate.ts";
import { isInjection } from "../gate/injection.ts";
import type { PlayedStep, StandingMandate } from "./mandate.ts";

const monday = new Date("2026-03-02T09:30:00Z");
const routineId = RoutineId.parse(`rtn_${"a".repeat(22)}`);
const [runId, otherRun] = ["a", "b"].map((letter) => RoutineRunId.parse(`rrn_${letter.repeat(22)}`)) as [RoutineRunId, RoutineRunId];

/** The step as it was recorded, with an input in place of the record of its row. */
function recordedOn({ view, press, class: risk, hasRow }: MandateScene): ActStep {
	const target = describeTarget(pageAt(`https://${mandateSite}/`, view("20.00", mandateRecord)), press);
	if (target === undefined) throw new Error(`no control ${press}`);
	const { fingerprint, ...inRow } = target;
	const given = hasRow === true ? { ...inRow, row: [[{ input: "record" }]] } : target;
	return { id: "s3", do: "click", class: risk, target: given };
}

/** A mandate for 20 uses up to 50 € each. */
function mandateOn(scene: MandateScene, more: Partial<StandingMandate> = {}): StandingMandate {
	return {
		id: MandateId.parse(`mnd_${"a".repeat(22)}`),
		createdAt: new Date("2026-03-01T00:00:00Z"),
		isByAdmin: false,
		routineId,
		version: 2,
		steps: [{ step: recordedOn(scene), deletes: scene.name.includes("deletion") }],
		sites: [mandateSite],
		uses: 20,
		used: 3,
		spent: 0,
		...(scene.hasAmount ? { amount: { currency: "EUR", perUse: 50, inSum: 200 } } : {}),
		until: new Date("2026-12-31T00:00:00Z"),
		...more,
	};
}

type Asked = {
	readonly scene: MandateScene;
	readonly attack?: MandateAttack;
	readonly facts?: Partial<GateTask>;
	readonly mandate?: Partial<StandingMandate>;
	readonly policy?: object;
};

function gateFor({ scene, attack = { name: "" }, facts = {}, mandate = {}, policy = {} }: Asked): Gate {
	const { url = `https://${mandateSite}/`, change = (view) => view, amount = "20.00", record = mandateRecord, terms, stands } = attack;
	const body = change(scene.view(amount, record));
	const standing = mandateOn(scene, {
		...(terms?.hours === undefined ? {} : { hours: terms.hours }),
		...(stands === "used up" ? { used: 20 } : {}),
		...(stands === "revoked" ? { revokedAt: monday } : {}),
		...(stands === "spent" ? { spent: 190 } : {}),
		...(stands === "other run" ? { runId: otherRun } : {}),
		...mandate,
	});
	const isTainted = isInjection(pageAt(url, body), []);
	const played: PlayedStep = {
		routineId,
		version: stands === "other version" ? 3 : 2,
		runId,
		step: stands === "other step" ? "s4" : "s3",
		rows: 12,
		values: { record: mandateRecord },
		isSuspended: isTainted || stands === "suspended",
	};
	const query = `Click the button ; _${mandateRecord.replace(" ", "_")}_`;
	const authority = { policy: { ...openPolicy, ...policy }, now: monday, mandates: [standing], played };
	return gateOf({ action: `click(${scene.press})`, body, url, facts: { query, isTainted, authority, ...facts } });
}

describe.for(mandateScenes)("$name", (scene) => {
	test("is allowed by the mandate of its step, and asked for without one", () => {
		expect(gateFor({ scene })).toMatchObject({ kind: "mandate", use: { step: "s3", left: 16 } });
		expect(gateFor({ scene, mandate: { steps: [] } })).toMatchObject({
			kind: "ask",
			recorded: { routineId, version: 2, step: "s3", rows: 12 },
		});
	});

	test.for(attacksOn(scene))("is not allowed by it: $name", (attack) => {
		expect(gateFor({ scene, attack }).kind).not.toBe("mandate");
	});

	test("asks where the policy wants a person each time, and refuses what it forbids", () => {
		expect(gateFor({ scene, policy: { acts: { send: "ask", press: "ask" } } }).kind).toBe("ask");
		expect(gateFor({ scene, policy: { acts: { send: "never", press: "never" } } }).kind).toBe("refuse");
		expect(gateFor({ scene, policy: { mandates: "admins" } }).kind).toBe("ask");
		expect(gateFor({ scene, policy: { mandates: "admins" }, mandate: { isByAdmin: true } }).kind).toBe("mandate");
	});
});

const [invoice, order, , deletion] = mandateScenes as [MandateScene, MandateScene, MandateScene, MandateScene];

test("a use counts the greatest amount that stands with it, and a question names it", () => {
	expect(gateFor({ scene: invoice, attack: { name: "", amount: "12.50" } }).use?.amount).toBe(12.5);
	expect(gateFor({ scene: order, mandate: { steps: [] } }).recorded?.amount).toEqual({ value: 20, currency: "EUR" });
	const two = (view: string) => view.replace("Total:", "Insurance: 45.00 €\n Total:");
	expect(gateFor({ scene: order, attack: { name: "", change: two } }).use?.amount).toBe(45);
});

test("an amount that no mandate can be for is asked for as ever, and any client reads the question", () => {
	const { recorded } = gateFor({ scene: order, attack: { name: "", amount: "150,000,000.00" }, mandate: { steps: [] } });
	expect(recorded).toMatchObject({ step: "s3" });
	expect(Recorded.parse(recorded).amount).toBeUndefined();
});

test("a mandate without an amount is for nothing that money stands with, and one with an amount needs one on the page", () => {
	const { amount: _, ...free } = mandateOn(order);
	expect(gateFor({ scene: order, mandate: { ...free, amount: undefined } as never }).kind).toBe("ask");
	expect(gateFor({ scene: invoice, mandate: { amount: undefined } as never }).kind).toBe("ask");
	const unsigned = (view: string) => view.replace("Amount (€)", "Size");
	expect(gateFor({ scene: invoice, attack: { name: "", change: unsigned }, mandate: { amount: undefined } as never }).kind).toBe("mandate");
	const unsaid = (view: string) => view.replace(/Total: .*\n/, "Total: on request\n");
	expect(gateFor({ scene: order, attack: { name: "", change: unsaid } }).kind).toBe("ask");
});

test("an amount without a currency is bound as the bare number that it is", () => {
	const attack = (amount: string) => ({ name: "", amount, change: (view: string) => view.replace("Amount (€)", "Total amount") });
	const bare = { amount: { perUse: 50, inSum: 200 } };
	expect(gateFor({ scene: invoice, attack: attack("20.00"), mandate: { steps: [] } }).recorded?.amount).toEqual({ value: 20 });
	expect(gateFor({ scene: invoice, attack: attack("20.00"), mandate: bare }).use?.amount).toBe(20);
	expect(gateFor({ scene: invoice, attack: attack("20000"), mandate: bare }).kind).toBe("ask");
	expect(gateFor({ scene: invoice, attack: attack("20.00"), mandate: { amount: undefined } as never }).kind).toBe("ask");
	// What names a currency is no bare number.
	expect(gateFor({ scene: invoice, mandate: bare }).kind).toBe("ask");
});

test.each(["$5k", "$5 million", "$1.5 bn", "A$20", "R$ 20", "$20 AUD", "CAD $20", "$1, and 3 million $", "$1 and 2 Mio. $"])(
	"an amount that says more than a number and a sign is asked for: %s",
	(said) => {
		const change = (view: string) => view.replace(/Total: .*\n/, `Total: ${said}\n`);
		const amount = { currency: "USD", perUse: 50, inSum: 200 };
		expect(gateFor({ scene: order, attack: { name: "", change }, mandate: { amount } }).kind).toBe("ask");
		const plain = (view: string) => view.replace(/Total: .*\n/, "Total: a $20 coupon, size 5 M $20, 5 kettles\n");
		expect(gateFor({ scene: order, attack: { name: "", change: plain }, mandate: { amount } }).kind).toBe("mandate");
	},
);

test.each([
	"Ajouter un utilisateur",
	"Añadir usuario",
	"Добавить пользователя",
	"Mitglied einladen",
	"Aggiungi utente",
	"添加用户",
	"Add teammate",
	"Activate user",
	"Approve access",
	"Zugriff erteilen",
	"Create API token",
	"Réinitialiser le mot de passe",
	"Reset раsswоrd",
	"Gerenciar permissões",
])("a control that changes who may do what needs a person: %s", (name) => {
	const view = () => `# Team\n<form "Form" post /team>\n <input 1 "Name" value="Bo">\n <button 3 submit>${name}`;
	const scene = { ...invoice, view, hasAmount: false };
	expect(gateFor({ scene }).kind).toBe("ask");
	expect(gateFor({ scene: { ...scene, view: () => view().replace(name, "Update address") } }).kind).toBe("mandate");
});

test("a step that was not recorded as a deletion deletes nothing", () => {
	const steps = [{ step: recordedOn(deletion), deletes: false }];
	expect(gateFor({ scene: deletion, mandate: { steps } }).kind).toBe("ask");
});

test.each([
	["card", "Card number", "4111111111111111"],
	["otp", "Verification code", "123456"],
] as const)("a %s of the person is typed by no mandate", (kind, name, value) => {
	const body = `# Details\n<form "Details" post sensitive=${kind} /details>\n <input 1 "${name}" value="">\n <button 2 submit>Save`;
	const target = describeTarget(pageAt(`https://${mandateSite}/`, body), 1);
	const step = { id: "s3", do: "fill", class: "fill_sensitive", target, value: [value] } as ActStep;
	const { amount: _, ...mandate } = mandateOn(invoice, { steps: [{ step, deletes: false }] });
	const played = { routineId, version: 2, runId, step: "s3", rows: 12, values: {}, isSuspended: false };
	const authority = { policy: openPolicy, now: monday, mandates: [mandate], played };
	const facts = { query: `Type ${value} into ${name}`, values: [value], secrets: [value], authority };
	expect(gateOf({ action: `setValue(1, "${value}")`, body, url: `https://${mandateSite}/`, facts })).toMatchObject({
		kind: "ask",
		risk: { class: "fill_sensitive" },
	});
});
