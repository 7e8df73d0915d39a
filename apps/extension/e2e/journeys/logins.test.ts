import { call } from "@webhand/client/call";
import { answerRoute } from "@webhand/contracts/agent/runs";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import { addLoginRoute } from "@webhand/contracts/authority/login";
import { bindLoginRoute } from "@webhand/contracts/authority/logins";
import { createRoutineRoute } from "@webhand/contracts/routine/routine";
import { routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { staffSeed } from "@webhand/testing/demo-site/staff";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { sendCommand } from "../panel.ts";
import { as, login } from "../people.ts";

const field = (name: string, role = "input") => ({ role, name: [name] });
const button = (name: string) => ({ role: "button", name: [name] });
const secret = (name: string, label: string) => ({ name, label, type: "secret" as const });

test("a person fills in a login where a routine hands over; once it is bound, the routine signs in alone, with its one-time code", async ({
	ready,
	member,
	openSession,
	shopState,
}) => {
	const { panel, site, tabId } = await openSession("/");
	await sendCommand(panel, "site_grant", { domain: siteOfAddress(site.url()) ?? "", scope: "always" });
	const api = as(ready.url, (await login(ready, member)).accessToken);
	const { origin } = new URL(ready.demoUrl);
	const values = { name: "Staff", site: origin, username: "ada@example.com", password: "hearth-1843", totp: staffSeed };
	const { login: stored } = await call(api, addLoginRoute, { body: values });
	const { routine } = await call(api, createRoutineRoute, {
		body: {
			name: "Sign in as staff",
			origin: { kind: "edit" },
			program: {
				inputs: [secret("password", "Password"), secret("code", "Verification code")],
				start: [`${origin}/staff`],
				steps: [
					{ id: "s1", do: "fill", class: "fill", target: field("Email", "email"), value: ["ada@example.com"] },
					{ id: "s2", do: "fill", class: "fill_sensitive", target: field("Password", "password"), value: [{ input: "password" }] },
					{
						id: "s3",
						do: "click",
						class: "press_unknown",
						target: button("Continue"),
						expect: { kind: "url_contains", text: ["/staff/code"] },
					},
					{ id: "s4", do: "fill", class: "fill_sensitive", target: field("Verification code"), value: [{ input: "code" }] },
					{
						id: "s5",
						do: "click",
						class: "commit",
						target: button("Sign in"),
						expect: { kind: "text_appears", text: ["Welcome back, staff"] },
					},
				],
			},
		},
	});
	const play = async () => {
		const body = { rows: [{}], options: { mode: "autonomous" as const } };
		const { run } = await call(api, startRunRoute, { params: { routineId: routine.id }, body });
		await sendCommand(panel, "routine_play", { tabId, runId: run.id });
		return run.id;
	};
	const rowOf = async (runId: Awaited<ReturnType<typeof play>>) =>
		(await call(api, runRowsRoute, { params: { runId }, query: {} })).rows[0];

	const first = await play();
	const filled: unknown[] = [];
	const answered = new Set<string>();
	const answer = async () => {
		const row = await rowOf(first);
		if (row?.state !== "needs_person" || row.taskId === undefined) return row?.state;
		const { task } = await call(api, taskRoute, { params: { taskId: row.taskId }, query: {} });
		const { question } = task;
		if (question === undefined || answered.has(question.id)) return row.state;
		const isHandoff = question.kind === "handoff";
		if (isHandoff) filled.push(await sendCommand(panel, "login_use", { taskId: row.taskId, loginId: stored.id }));
		answered.add(question.id);
		const said = isHandoff ? { done: true as const } : { approved: true };
		await call(api, answerRoute, { params: { runId: row.taskId }, body: { questionId: question.id, ...said } });
		return row.state;
	};
	await expect.poll(answer, { timeout: 30_000 }).toMatch(/^done/);
	expect(filled).toEqual([{ filled: ["username", "password"] }, { filled: ["code"] }]);
	expect((await shopState())["signedInAs"]).toBe("Staff");

	await call(api, bindLoginRoute, { params: { loginId: stored.id, routineId: routine.id }, body: { version: 1 } });
	const second = await play();
	const stateNow = async () => (await call(api, routineRunRoute, { params: { runId: second }, query: {} })).run.state;
	await expect.poll(stateNow, { timeout: 30_000 }).toBe("done");
	expect(await rowOf(second)).toMatchObject({ state: "done_unchecked" });
	// Neither the worker's memory nor its log holds what was typed.
	const kept = await panel.evaluate(async () => JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]));
	for (const value of ["hearth-1843", staffSeed]) expect(kept).not.toContain(value);
});
