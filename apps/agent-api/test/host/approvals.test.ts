import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { test } from "./agent.ts";
import { codeOf } from "./host.ts";

test("a change waits for its user, who sees it and approves it, and then exactly that runs, once", async ({ host, agent }) => {
	const { as, ask, decide, run, path } = await agent();
	const { call, approval } = await ask("fs_write", { path: "tea.txt", content: "green\n" });
	expect(approval).toMatchObject({
		toolName: "fs.write",
		tier: "batch",
		status: "pending",
		args: { path: "tea.txt", content: "6 characters" },
	});
	expect((await host.call("GET", "/approvals", { as })).body).toEqual({ approvals: [approval] });
	expect((await host.call("GET", `/approvals/${approval.id}`, { as })).body).toEqual({ approval });
	expect(await run(call, approval)).toMatchObject({
		ok: false,
		error: expect.stringContaining("GRANT_INVALID"),
		data: { reason: "pending" },
	});
	expect(existsSync(join(path, "tea.txt"))).toBe(false);
	expect(await decide(approval)).toMatchObject({ status: 200, body: { approval: { status: "approved" } } });
	expect(await run(call, approval)).toMatchObject({ ok: true, data: { created: true } });
	expect(readFileSync(join(path, "tea.txt"), "utf8")).toBe("green\n");
	expect(await run(call, approval)).toMatchObject({ ok: false, data: { reason: "used" } });
	expect((await host.call("GET", "/approvals", { as })).body).toEqual({ approvals: [] });
	expect(codeOf(await decide(approval))).toBe("APPROVAL_DECIDED");
});

test("nobody else sees or decides it, nor does anybody approve himself in a request", async ({ host, agent }) => {
	const { ask, decide } = await agent();
	const { approval } = await ask("fs_mkdir", { path: "tea" });
	const others = [
		await host.signIn({ tenantId: host.user.tenantId, roles: ["member", "admin", "operator"] }),
		await host.signIn({ roles: ["member"] }),
	];
	for (const as of others) {
		expect(codeOf(await host.call("GET", `/approvals/${approval.id}`, { as }))).toBe("APPROVAL_NOT_FOUND");
		expect(codeOf(await host.call("POST", `/approvals/${approval.id}`, { as, body: { decision: "approved" } }))).toBe("APPROVAL_NOT_FOUND");
		expect((await host.call("GET", "/approvals", { as })).body).toEqual({ approvals: [] });
	}
	for (const extra of [{ approved: true }, { tier: "auto" }, { usesLeft: 9 }]) {
		expect(codeOf(await decide(approval, { decision: "approved", ...extra }))).toBe("VALIDATION_ERROR");
	}
	expect(await decide(approval, { decision: "rejected", reason: "not today" })).toMatchObject({
		body: { approval: { status: "rejected", reason: "not today" } },
	});
});

test("one approval that two devices give and a hundred runs use at once runs once", async ({ host, agent }) => {
	const { as, ask, decide, run, path } = await agent({ "tea.txt": "green\n" });
	const { call, approval } = await ask("fs_apply_patch", { edits: [{ path: "tea.txt", search: "green", replace: "green green" }] });
	const decisions = await Promise.all([decide(approval), decide(approval)]);
	expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
	const results = await Promise.all(Array.from({ length: 100 }, () => run(call, approval)));
	expect(results.filter(({ ok }) => ok)).toHaveLength(1);
	expect(new Set(results.filter(({ ok }) => !ok).map((result) => (result as { error: string }).error))).toEqual(
		new Set(["GRANT_INVALID: This change was not granted"]),
	);
	expect(readFileSync(join(path, "tea.txt"), "utf8")).toBe("green green\n");
	const intents = await host.audit.countDocuments({ approvalId: approval.id, kind: "intent" });
	expect([intents, as.userId]).toEqual([1, as.userId]);
});

test("what changed after it was shown is not granted", async ({ host, agent }) => {
	const { ask, decide, run, prepare, caller, path } = await agent({ "tea.txt": "green\n" });
	const other = await agent();
	const { call, approval } = await ask("fs_write", { path: "tea.txt", content: "black\n" });
	await decide(approval);
	const edited = await prepare("fs_write", { path: "tea.txt", content: "evil\n" }, call.call.id);
	const elsewhere = await prepare("fs_write", { path: "other.txt", content: "black\n" }, call.call.id);
	for (const changed of [edited, elsewhere, { ...call, tool: "fs.mkdir" }]) {
		expect(await run(changed, approval)).toMatchObject({
			ok: false,
			error: expect.stringContaining("GRANT_INVALID"),
			data: { reason: "hash" },
		});
	}
	const { serverTools } = host.deps;
	const foreign = { ...caller, workspaceId: other.caller.workspaceId };
	expect(await serverTools.run(foreign, call, { approvalId: approval.id })).toMatchObject({ ok: false, data: { reason: "hash" } });
	expect(await serverTools.run(other.caller, call, { approvalId: approval.id })).toMatchObject({ ok: false, data: { reason: "apr" } });
	// Without an approval an agent's change is nobody's decision.
	expect(await serverTools.run(caller, call, {})).toMatchObject({ ok: false, error: expect.stringContaining("GRANT_INVALID") });
	// The file is another one than in the diff that was approved.
	writeFileSync(join(path, "tea.txt"), "red\n");
	expect(await run(call, approval)).toMatchObject({ ok: false, error: expect.stringContaining("HASH_MISMATCH") });
	expect(readFileSync(join(path, "tea.txt"), "utf8")).toBe("red\n");
});

test("a deletion and a commit are for what was there when they were shown", async ({ agent }) => {
	const { ask, decide, run, path } = await agent({ ".git": "", "tea.txt": "green\n" });
	const { uid, gid } = statSync(path);
	const git = (...words: string[]) =>
		execFileSync("git", ["-C", path, ...words], { uid, gid, env: { PATH: process.env["PATH"], HOME: path } });
	mkdirSync(join(path, "old"));
	writeFileSync(join(path, "old/a.txt"), "a\n");
	const { call: file, approval: deletion } = await ask("fs_delete", { path: "tea.txt" });
	await decide(deletion);
	writeFileSync(join(path, "tea.txt"), "red\n");
	expect(await run(file, deletion)).toMatchObject({ ok: false, error: expect.stringContaining("HASH_MISMATCH") });
	const { call: folder, approval: all } = await ask("fs_delete", { path: "old", recursive: true });
	expect(all.args).toMatchObject({ entries: ["old/a.txt"] });
	await decide(all);
	writeFileSync(join(path, "old/b.txt"), "b\n");
	expect(await run(folder, all)).toMatchObject({ ok: false, error: expect.stringContaining("HASH_MISMATCH") });
	expect(await run(folder, all)).toMatchObject({ ok: false, data: { reason: "used" } });
	git("add", "tea.txt");
	const { call: commit, approval: staged } = await ask("git_commit", { message: "Tea" });
	expect(staged).toMatchObject({ args: { message: "Tea" }, diff: [{ path: "tea.txt", type: "create" }] });
	await decide(staged);
	git("add", "old");
	expect(await run(commit, staged)).toMatchObject({ ok: false, error: expect.stringContaining("HASH_MISMATCH") });
	const again = await ask("git_commit", { message: "Tea" });
	await decide(again.approval);
	expect(await run(again.call, again.approval)).toMatchObject({ ok: true, data: { files: 3 } });
});

test("what a command gets is shown whole, whatever its names and forms", async ({ agent }) => {
	const { ask } = await agent();
	const stdin = `token=abcdefgh\n${"kettle\n".repeat(2_000)}`;
	const { approval } = await ask("exec_run", { argv: ["node", "--test"], stdin, env: { CI: "1" } });
	expect(approval.args).toMatchObject({ stdin, env: { CI: "1" } });
	const lines = "x\n".repeat(30_000);
	const { approval: big } = await ask("fs_write", { path: "big.txt", content: lines });
	expect(big).toMatchObject({ tier: "individual", notShown: [expect.stringContaining("lines of big.txt")] });
	expect(Object.keys(big.ruleText)).toEqual(["once"]);
});

test("an agent that asks each time passes by no earlier approval, and is given none", async ({ host, agent }) => {
	const { ask, decide, prepare, caller } = await agent();
	await decide((await ask("fs_mkdir", { path: "a" })).approval, { decision: "approved", scope: "session" });
	const [permission] = await host.deps.serverTools.permit({ ...caller, asksEachTime: true }, [await prepare("fs_mkdir", { path: "b" })]);
	expect(permission).toMatchObject({ state: "pending", approval: { ruleText: { once: expect.any(String) } } });
	expect(Object.keys(permission?.state === "pending" ? permission.approval.ruleText : {})).toEqual(["once"]);
});

test("a question waits a day, an approval is used within ten minutes, and after both nothing runs", async ({ host, agent }) => {
	const { as, ask, decide, run, caller } = await agent();
	const { call, approval } = await ask("fs_mkdir", { path: "late" });
	expect(Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)).toBe(86_400_000);
	const past = { $set: { expiresAt: new Date(Date.now() - 1_000) } };
	await host.approvals.updateOne({ _id: approval.id as never }, past);
	expect(await decide(approval)).toMatchObject({ status: 410, body: { error: { code: "APPROVAL_EXPIRED" } } });
	expect((await host.call("GET", "/approvals", { as, query: { status: "rejected" } })).body).toMatchObject({
		approvals: [{ id: approval.id, status: "rejected", reason: "expired" }],
	});
	expect(await host.deps.serverTools.decisions(caller.request.identity, [approval.id])).toMatchObject([
		{ status: "rejected", reason: "expired" },
	]);
	expect(await run(call, approval)).toMatchObject({ ok: false, error: expect.stringContaining("GRANT_INVALID") });
	const second = await ask("fs_mkdir", { path: "later" });
	const decided = await decide(second.approval);
	const { expiresAt } = (decided.body as { approval: { expiresAt: string } }).approval;
	expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
	await host.approvals.updateOne({ _id: second.approval.id as never }, past);
	expect(await run(second.call, second.approval)).toMatchObject({ ok: false, data: { reason: "expired" } });
});

test("several are decided in one, all or none, and a repeated request gets the same answer", async ({ host, agent }) => {
	const { as, ask, path, run } = await agent();
	const [one, two, three] = [
		await ask("fs_mkdir", { path: "1" }),
		await ask("fs_mkdir", { path: "2" }),
		await ask("fs_mkdir", { path: "3" }),
	];
	const decideAll = (ids: readonly string[], key?: string) =>
		host.call("POST", "/approvals", {
			as,
			body: { decisions: ids.map((id) => ({ id, decision: "approved" })) },
			...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
		});
	const unknown = `apr_${"0".repeat(22)}`;
	expect(codeOf(await decideAll([one.approval.id, unknown]))).toBe("APPROVAL_NOT_FOUND");
	expect(codeOf(await decideAll([one.approval.id, one.approval.id]))).toBe("VALIDATION_ERROR");
	expect((await host.call("GET", "/approvals", { as })).body).toMatchObject({ approvals: [{}, {}, {}] });
	const first = await decideAll([one.approval.id, two.approval.id], "batch-1");
	expect(first).toMatchObject({ status: 200, body: { approvals: [{ status: "approved" }, { status: "approved" }] } });
	expect((await decideAll([one.approval.id, two.approval.id], "batch-1")).body).toEqual(first.body);
	expect(codeOf(await decideAll([three.approval.id], "batch-1"))).toBe("IDEMPOTENCY_CONFLICT");
	expect(codeOf(await decideAll([three.approval.id, one.approval.id]))).toBe("APPROVAL_DECIDED");
	expect(await run(one.call, one.approval)).toMatchObject({ ok: true });
	expect([existsSync(join(path, "1")), existsSync(join(path, "2"))]).toEqual([true, false]);
	expect(await host.deps.serverTools.withdraw(as, { sessionId: three.approval.sessionId, reason: "cancelled" })).toBe(1);
	expect((await host.call("GET", `/approvals/${three.approval.id}`, { as })).body).toMatchObject({
		approval: { status: "rejected", reason: "cancelled" },
	});
});

test("a call that waited is found again after a restart, approved on another replica, and runs", async ({ host, agent }) => {
	const { as, ask, prepare, permit, caller, path } = await agent({ "tea.txt": "green\n" });
	const { approval } = await ask("fs_write", { path: "tea.txt", content: "black\n" }, "call-before-restart");
	const again = await prepare("fs_write", { path: "tea.txt", content: "black\n" }, "call-before-restart");
	expect(await permit(again)).toEqual({ state: "pending", approval });
	const heard = new Promise((resolve) => {
		host.deps.serverTools.onDecided(({ ids }) => ids.includes(approval.id) && resolve(ids));
	});
	const otherReplica = await host.open({ AGENT_TOOLS_ENABLED: "true" });
	const decided = await otherReplica("POST", `/approvals/${approval.id}`, { as, body: { decision: "approved" } });
	expect(decided.status).toBe(200);
	expect(await heard).toEqual([approval.id]);
	expect(await permit(again)).toEqual({ state: "approved", approvalId: approval.id });
	const { serverTools } = host.deps;
	const sent = { approvalId: approval.id, startedAt: new Date() };
	expect(await serverTools.recover(caller, again, sent)).toMatchObject({ ok: false });
	expect(await serverTools.run(caller, again, { approvalId: approval.id })).toMatchObject({ ok: true });
	expect(await serverTools.recover(caller, again, sent)).toMatchObject({ ok: true });
	expect(readFileSync(join(path, "tea.txt"), "utf8")).toBe("black\n");
});

test("for the session a tool passes from then on, in this session alone; deleting is asked each time", async ({ host, agent }) => {
	const { as, ask, decide, prepare, permit, caller } = await agent({ "tea.txt": "green\n" });
	const { approval } = await ask("fs_mkdir", { path: "a" });
	expect(approval.ruleText).toMatchObject({ once: expect.any(String), session: expect.stringContaining("Every fs.mkdir in this session") });
	expect(codeOf(await decide(approval, { decision: "approved", scope: "rule" }))).toBe("VALIDATION_ERROR");
	await decide(approval, { decision: "approved", scope: "session" });
	const next = await permit(await prepare("fs_mkdir", { path: "b" }));
	expect(next).toMatchObject({ state: "approved" });
	expect(await permit(await prepare("fs_write", { path: "c", content: "" }))).toMatchObject({ state: "pending" });
	const row = await host.approvals.findOne({ _id: (next as { approvalId: string }).approvalId as never });
	expect(row).toMatchObject({ decidedBy: "session", standingId: approval.id, usesLeft: 1 });
	const standing = async (who = as) => (await host.call("GET", `/approvals/standing?workspaceId=${caller.workspaceId}`, { as: who })).body;
	const text = expect.stringContaining("Every fs.mkdir in this session");
	expect(await standing()).toMatchObject({ standing: [{ id: approval.id, scope: "session", text, until: expect.any(String) }] });
	const colleague = await host.signIn({ tenantId: as.tenantId, roles: ["member", "admin"] });
	expect(await standing(colleague)).toEqual({ standing: [] });
	const takeBack = (who = as) => host.call("DELETE", `/approvals/standing/${approval.id}`, { as: who });
	expect(codeOf(await takeBack(colleague))).toBe("APPROVAL_NOT_FOUND");
	expect((await takeBack()).status).toBe(204);
	expect(codeOf(await takeBack())).toBe("APPROVAL_NOT_FOUND");
	expect(await standing()).toEqual({ standing: [] });
	expect(await permit(await prepare("fs_mkdir", { path: "d" }))).toMatchObject({ state: "pending" });
	const deletion = await ask("fs_delete", { path: "tea.txt" });
	expect(deletion.approval).toMatchObject({ tier: "individual", effect: "Deletes tea.txt" });
	expect(Object.keys(deletion.approval.ruleText)).toEqual(["once"]);
	expect(codeOf(await decide(deletion.approval, { decision: "approved", scope: "session" }))).toBe("VALIDATION_ERROR");
	expect(caller.sessionId).toBe(approval.sessionId);
	expect(as.userId).toBeDefined();
});

test("a person reads what will happen, but no secret of their own, and decisions stand in the audit", async ({ host, agent }) => {
	const { ask, decide, as, prepare, caller, permit } = await agent({ "tea.txt": "green\n" });
	const [key, own] = [`ghp_${"a1".repeat(18)}`, "hunter2-canary"];
	const content = `black\ntoken=${key}\n${own}\n`;
	const { approval } = await ask("fs_write", { path: "tea.txt", content });
	expect(approval).toMatchObject({ effect: "Changes tea.txt: 3 lines added, 1 removed", diff: [{ path: "tea.txt", type: "modify" }] });
	expect(JSON.stringify(approval)).toContain(`token=${key}`);
	await decide(approval, { decision: "rejected" });
	const [covered] = await host.deps.serverTools.permit({ ...caller, secrets: [own] }, [
		await prepare("fs_write", { path: "tea.txt", content }),
	]);
	expect(JSON.stringify(covered)).toContain("•••");
	expect(JSON.stringify(covered)).not.toContain(own);
	// A change that would fail asks nobody.
	const failing = await prepare("fs_apply_patch", { edits: [{ path: "tea.txt", search: "absent", replace: "x" }] });
	expect(await permit(failing)).toMatchObject({ state: "refused", result: { error: expect.stringContaining("PATCH_CONFLICT") } });
	const notes = await host.deps.audit.audit.page(host.user.tenantId, { equal: { userId: as.userId, action: "approval" } }, { limit: 10 });
	expect(notes).toMatchObject([{ target: approval.id, outcome: "denied", facts: { tool: "fs.write", tier: "batch" } }]);
});

test.for([
	["fs_write", { path: "a", content: "x" }, { autoApproveWrites: true }, true, "approved"],
	["fs_write", { path: "a", content: "x" }, { autoApproveWrites: true }, false, "pending"],
	["fs_write", { path: "a", content: "x" }, { autoApproveExec: true }, true, "pending"],
	["fs_delete", { path: "tea.txt" }, { autoApproveWrites: true, autoApproveExec: true }, true, "pending"],
	["exec_run", { argv: ["ls"] }, { autoApproveExec: true }, true, "approved"],
	["exec_run", { argv: ["ls"] }, { autoApproveExec: true }, false, "pending"],
	["exec_run", { argv: ["ls"] }, { autoApproveWrites: true }, true, "pending"],
	["exec_run", { argv: ["node", "--test"] }, { autoApproveExec: true }, true, "pending"],
	["fs_read", { path: "tea.txt" }, {}, false, "auto"],
] as const)(
	"%s %o with %o, where the installation allows settings: %s, is %s",
	async ([name, args, settings, isAllowed, state], { host, agent }) => {
		const { prepare, caller } = await agent({ "tea.txt": "green\n" }, settings);
		const { serverTools } = isAllowed ? await host.lenient() : host.deps;
		const [permission] = await serverTools.permit(caller, [await prepare(name, args)]);
		expect(permission?.state).toBe(state);
	},
);

test("commands run under their approval in the folder that was chosen; other words are asked again", async ({ host, agent }) => {
	const { prepare, caller, ask, decide, run, permit } = await agent({ "tea.txt": "green\n" });
	const { serverTools } = host.deps;
	await decide((await ask("fs_mkdir", { path: "sub" })).approval);
	const chdir = (path: string) => prepare("workspace_chdir", { path }).then((call) => serverTools.run(caller, call, {}));
	expect(await chdir("sub")).toMatchObject({ ok: false, error: expect.stringContaining("FILE_NOT_FOUND") });
	expect(await chdir("../..")).toMatchObject({ ok: false, error: expect.stringContaining("PATH_NOT_ALLOWED") });
	const made = await ask("fs_mkdir", { path: "sub" });
	await decide(made.approval);
	await run(made.call, made.approval);
	expect(await chdir("sub")).toMatchObject({ ok: true, data: { path: "sub" } });
	const { call, approval } = await ask("exec_run", { argv: ["pwd"] });
	expect(approval).toMatchObject({
		tier: "individual",
		command: "pwd",
		commandArgs: [],
		cwd: "sub",
		effect: "Runs pwd in the folder sub. It only reads the workspace",
		ruleText: {
			rule: expect.stringMatching(/^Commands that begin with pwd in the folder sub of the workspace .*, for 30 days, while the rule/),
		},
	});
	// The folder is the one that was shown, also when the agent moves meanwhile.
	expect(await chdir("")).toMatchObject({ ok: true });
	await decide(approval, { decision: "approved", scope: "rule" });
	const again = await prepare("exec_run", { argv: ["pwd"] }, call.call.id);
	expect(await run(again, approval)).toMatchObject({ ok: true, data: { state: "exited", exitCode: 0, stdout: "/workspace/sub\n" } });
	expect(await permit(await prepare("exec_run", { argv: ["pwd"], cwd: "sub" }))).toMatchObject({ state: "approved" });
	expect(await permit(await prepare("exec_run", { argv: ["pwd"], cwd: "" }))).toMatchObject({ state: "pending" });
	expect(await permit(await prepare("exec_run", { argv: ["ls"], cwd: "sub" }))).toMatchObject({ state: "pending" });
	const other = await ask("exec_run", { argv: ["ls", "-l"] });
	await decide(other.approval);
	for (const changed of [{ argv: ["ls", "-a"] }, { argv: ["ls", "-l"], cwd: "sub" }, { argv: ["ls", "-l"], env: { CI: "1" } }]) {
		const edited = await prepare("exec_run", changed, other.call.call.id);
		expect(await run(edited, other.approval)).toMatchObject({ ok: false, data: { reason: "hash" } });
	}
});

test("calls that no tool answers are refused before anybody is asked", async ({ host, agent }) => {
	const { caller } = await agent();
	const error = async (name: string, text: string) => {
		const call = { id: `refused-${name}`, type: "function" as const, function: { name, arguments: text } };
		const prepared = await host.deps.serverTools.prepare(caller, call);
		return "result" in prepared ? prepared.result.error : "no error";
	};
	expect(await error("git_push", "{}")).toBe("git.push is not available on this server");
	expect(await error("rm_rf", "{}")).toBe("TOOL_NOT_FOUND: There is no tool rm_rf");
	expect(await error("fs_write", "{")).toBe("The arguments are not a JSON object");
	expect(await error("fs_write", '{"path":"a","content":"b","dryRun":true}')).toContain("TOOL_ARGUMENTS_INVALID");
	expect(await error("exec_run", '{"argv":["bash","-c","id"]}')).toContain("COMMAND_NOT_ALLOWED");
	expect(await host.approvals.countDocuments({ sessionId: caller.sessionId })).toBe(0);
});
