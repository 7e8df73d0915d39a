import { expect, test } from "vitest";
import { deedOf } from "./deed.ts";

const ada = { userId: "usr_ada", email: "ada@example.com", name: "Ada" };
const row = { action: "login" as const, outcome: "ok", reason: null, target: null, targetName: null, facts: {}, actor: ada, host: null };
const bob = { target: "usr_bob", targetName: "Bob" };

test.for<readonly [Partial<Parameters<typeof deedOf>[0]>, string]>([
	[{}, "signed in"],
	[{ outcome: "failed", reason: "INVALID_CREDENTIALS" }, "could not sign in · wrong email, password or code"],
	[{ outcome: "failed", reason: "CODE_OF_TOMORROW" }, "could not sign in · code of tomorrow"],
	[{ outcome: "delayed" }, "had to wait before signing in"],
	[{ action: "revoke", outcome: "ok", reason: "logout" }, "ended a sign-in"],
	[{ action: "denied", outcome: "failed", reason: "FORBIDDEN" }, "was refused · the role does not allow it"],
	[{ action: "invite.create", target: "inv_1", facts: { email: "eve@example.com", role: "admin" } }, "invited eve@example.com as admin"],
	[{ action: "invite.revoke", target: "inv_1", facts: { email: "eve@example.com" } }, "revoked the invite of eve@example.com"],
	[{ action: "invite.accept", target: "inv_1", facts: { role: "member", joinedBy: "invite" } }, "joined as member"],
	[{ action: "member.change", ...bob, facts: { role: { from: "member", to: "admin" } } }, "made Bob an admin"],
	[{ action: "member.change", ...bob, facts: { role: "member" } }, "made Bob a member"],
	[{ action: "member.change", ...bob, facts: { status: { from: "active", to: "suspended" } } }, "set Bob to suspended"],
	[
		{ action: "member.change", ...bob, facts: { role: { from: "admin", to: "member" }, status: { from: "suspended", to: "active" } } },
		"made Bob a member, and let Bob in again",
	],
	[{ action: "member.remove", ...bob, facts: { role: "member" } }, "removed Bob"],
	[{ action: "member.remove", target: "usr_ada", targetName: "Ada" }, "left"],
	[
		{ action: "organization.change", target: "org_1", facts: { retentionDays: { from: 90, to: 30 }, ofTomorrow: { from: null, to: "x" } } },
		"changed settings: days that tasks are kept 90 → 30, of tomorrow – → x",
	],
	[{ action: "limits.change", target: "org_1", facts: { tasks: { from: null, to: 500 } } }, "changed limits: Stored tasks – → 500"],
	[{ action: "account.change", ...bob, facts: { status: { from: "active", to: "disabled" } } }, "disabled the account of Bob"],
	[{ action: "operator.change", ...bob, facts: { operator: { from: true, to: false } } }, "took the rights of an operator from Bob"],
	[{ action: "second_factor.remove", ...bob }, "removed a second factor of Bob"],
	[{ action: "second_factor.remove", target: "usr_ada", targetName: "Ada" }, "removed a second factor"],
	[
		{ action: "gate", target: "task", outcome: "ask", facts: { class: "commit", reasons: ["submits", "of_tomorrow"], mode: "careful" } },
		"was asked whether a task may send, save or share something · it submits a form; of tomorrow",
	],
	[{ action: "gate", outcome: "refuse", facts: { class: "navigate" } }, "ran a task that was not allowed to open a page"],
	[{ action: "gate", outcome: "of_tomorrow", facts: {} }, "ran a task that wanted to do something"],
	[
		{ action: "approval", outcome: "approved", facts: { tool: "fs.write", tier: "write", scope: "session" } },
		"allowed a call of fs.write on the server host, for the whole session",
	],
	[{ action: "approval", outcome: "denied", facts: { tool: "exec.run", scope: "once" } }, "refused a call of exec.run on the server host"],
	[{ action: "model.choose", target: "openai/gpt-5-mini", facts: { key: "new" } }, "chose the model openai/gpt-5-mini"],
	[{ action: "trace.read", target: "tasks", facts: { what: "list" } }, "looked at the tasks of everybody"],
	[{ action: "trace.read", target: "task", facts: { what: "steps" } }, "read a task trace"],
])("%j is told as a sentence", ([part, expected]) => {
	const { words, why } = deedOf({ ...row, ...part });
	expect(why === "" ? words : `${words} · ${why}`).toBe(expected);
});
