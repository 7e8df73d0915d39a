import { openPolicy } from "@webhand/contracts/authority/policy";
import { LoginId, QuestionId, RoutineId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { WaitingTask } from "./policy.ts";
import { boundOf, boundUnder, handedOver, mayDelete, mayUse, partsOf, refusalOfUse } from "./policy.ts";

const idOf = (prefix: string, letter: string) => `${prefix}_${letter.repeat(22)}`;
const [ada, bob] = ["a", "b"].map((letter) => UserId.parse(idOf("usr", letter))) as [UserId, UserId];
const routineId = RoutineId.parse(idOf("rtn", "r"));
const plays = { routineId, version: 3 };
const nobody = { kind: "nobody" } as const;
const login = {
	_id: LoginId.parse(idOf("lgn", "l")),
	ownerId: ada,
	sharing: nobody,
	bound: [{ userId: ada, ...plays }],
	site: "https://shop.example",
	username: "ada",
	hasPassword: true,
	hasTotp: false,
};

test("a login is used by its owner and by whom it is shared with, and by no role", () => {
	expect([mayUse(login, ada), mayUse(login, bob)]).toEqual([true, false]);
	expect(mayUse({ ...login, sharing: { kind: "everybody" } }, bob)).toBe(true);
	expect(mayUse({ ...login, sharing: { kind: "people", userIds: [ada] } }, bob)).toBe(false);
	expect(mayUse({ ...login, sharing: { kind: "people", userIds: [bob] } }, bob)).toBe(true);
});

test("an admin deletes what is shared, and nothing that is not", () => {
	const admin = { userId: bob, roles: ["admin"] as const };
	expect(mayDelete(login, admin)).toBe(false);
	expect(mayDelete({ ...login, sharing: { kind: "everybody" } }, admin)).toBe(true);
	expect(mayDelete({ ...login, sharing: { kind: "everybody" } }, { userId: bob, roles: ["member"] })).toBe(false);
});

test("a person who may not use a login any more has no routine that does", () => {
	const bound = [...login.bound, { userId: bob, ...plays }];
	expect(boundUnder(bound, login)).toEqual(login.bound);
	expect(boundUnder(bound, { ...login, sharing: { kind: "everybody" } })).toEqual(bound);
});

const now = new Date("2026-11-30T10:00:00Z");
const question = {
	id: QuestionId.parse(idOf("que", "q")),
	kind: "handoff",
	stepIndex: 3,
	site: "https://shop.example",
	expiresAt: "2026-11-30T10:05:00Z",
};
const waiting: WaitingTask = { status: "needs_user_input", question, isTainted: false };

test.each([
	["a task that works", { ...waiting, status: "executing" }],
	["a task that asks for something else", { ...waiting, question: { ...question, kind: "input" } }],
	["a question that was answered", { ...waiting, question: { ...question, given: {} } }],
	["a question whose time is over", { ...waiting, question: { ...question, expiresAt: "2026-11-30T10:00:00Z" } }],
	["a page that is none of the web", { ...waiting, question: { ...question, site: undefined } }],
	["a task without a question", { ...waiting, question: null }],
])("%s hands over nothing", (_, task) => {
	expect(handedOver(waiting, now)).toEqual({ id: question.id, site: question.site, stepIndex: 3 });
	expect(handedOver(task, now)).toBeUndefined();
});

test("a bound login answers only where the routine itself waits for a sign-in, on a page that gives no orders", () => {
	const signingIn: WaitingTask = { ...waiting, plays, question: { ...question, signsIn: true } };
	const boundTo = (task: WaitingTask) => handedOver(task, now)?.boundTo;
	expect(boundTo(signingIn)).toBe(plays);
	expect(boundTo({ ...signingIn, question })).toBeUndefined();
	expect(boundTo({ ...signingIn, isTainted: true })).toBeUndefined();
});

const use = { site: login.site, part: "password", isBound: false, userId: ada, plays, policy: openPolicy } as const;

test.each([
	["a part that is there", {}, undefined],
	["a routine that is bound", { isBound: true }, undefined],
	["another site", { site: "https://evil.example" }, "site"],
	["a look-alike host", { site: "https://shop.example.evil.example" }, "site"],
	["a site below", { site: "https://login.shop.example" }, "site"],
	["the same host without encryption", { site: "http://shop.example" }, "site"],
	["another port", { site: "https://shop.example:8443" }, "site"],
	["a part that is not there", { part: "code" }, "no_part"],
	["a routine of another person", { isBound: true, userId: bob }, "not_bound"],
	["another version of the routine", { isBound: true, plays: { routineId, version: 4 } }, "not_bound"],
	["a task without a routine, for which nobody pressed", { isBound: true, plays: undefined }, "not_bound"],
	["a policy that asks for secrets, without a press", { isBound: true, policy: { ...openPolicy, acts: { secret: "ask" } } }, "not_bound"],
	["a policy that asks for secrets, with a press", { policy: { ...openPolicy, acts: { secret: "ask" } } }, undefined],
	["a policy without secrets", { policy: { ...openPolicy, acts: { secret: "never" } } }, "policy"],
] as const)("%s: what is said of a use", (_, more, refusal) => {
	expect(refusalOfUse(login, { ...use, ...more })).toBe(refusal);
});

test("of two logins that a routine may use nobody guesses one", () => {
	const other = { ...login, _id: LoginId.parse(idOf("lgn", "m")) };
	expect(boundOf([login], use)).toBe(login._id);
	expect(boundOf([login, other], use)).toBeUndefined();
});

test("an empty username is none of the parts", () => {
	expect(partsOf({ username: "", hasPassword: true, hasTotp: true })).toEqual(["password", "code"]);
});
