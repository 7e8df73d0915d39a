import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { AgentAudit, AuditNoteClaims } from "@webhand/contracts/audit";
import { noteType } from "@webhand/service-kit/granted";
import type { SignedIn } from "@webhand/testing/tokens";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect } from "vitest";
import { test as base } from "./runner.ts";

type Page = { readonly entries: readonly AgentAudit[]; readonly nextCursor: string | null };

const test = base.extend("people", { scope: "file" }, async ({ runner, identity, redis }) => {
	const { tenantId } = runner.user;
	return {
		member: await identity.signIn(redis.client, { tenantId, roles: ["member"] }),
		stranger: await identity.signIn(redis.client, {}),
	};
});

test("a change leaves its intent before it and its outcome behind it, with what it was about and without contents", async ({ runner }) => {
	const space = await runner.workspace();
	const content = "the content is nobody's business";
	expect((await space.change("fs.write", "/fs/write", { path: "a.txt", content })).status).toBe(201);
	const rows = await runner.audit.find({ chain: space.id }).sort({ seq: 1 }).toArray();
	expect(rows).toMatchObject([
		{ seq: 1, kind: "intent", action: "fs.write", target: "a.txt", outcome: null, approved: true, decidedBy: "caller" },
		{
			seq: 2,
			kind: "outcome",
			outcome: "ok",
			bytes: content.length,
			afterHash: expect.stringContaining("sha256:"),
			prevHash: rows[0]?.["hash"],
		},
	]);
	expect(JSON.stringify(rows)).not.toContain("nobody's business");
	const kept = Number(rows[0]?.["expireAt"]) - Date.now();
	expect(Math.round(kept / 86_400_000)).toBe(365);
});

test("what looks like a secret is masked in targets and arguments", async ({ runner }) => {
	const space = await runner.workspace();
	await space.call("GET", "/fs/read?path=token=abcdef123456/ghp_0123456789abcdefghij0123456789abcdef");
	const [row] = await runner.audit.find({ chain: space.id }).toArray();
	expect(row?.["target"]).toBe("token=•••");
});

test("a grant that is used twice at the same time runs once", async ({ runner }) => {
	const space = await runner.workspace();
	const body = { path: "once" };
	const grant = await space.grant("fs.mkdir", body);
	const send = () => space.call("POST", "/fs/mkdir", { body, headers: { "webhand-grant": grant } });
	const replies = await Promise.all(Array.from({ length: 8 }, send));
	expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 403)]);
	const intents = await runner.audit.countDocuments({ chain: space.id, kind: "intent" });
	const used = await runner.audit.countDocuments({ chain: space.id, kind: "denied", outcome: "denied:GRANT_INVALID", reason: "used" });
	expect([intents, used]).toEqual([1, 7]);
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a change without a grant for exactly it is refused, audited and has no effect", async ({ runner, people }) => {
	const [space, other] = [await runner.workspace(), await runner.workspace()];
	const body = { path: "made" };
	const granted = (wish = {}) => space.grant("fs.mkdir", body, wish);
	const now = Math.floor(Date.now() / 1_000);
	const foreign = await generateKeyPair("Ed25519", { extractable: true });
	const [head, claims] = (await granted()).split(".");
	const unsigned = JSON.parse(Buffer.from(claims ?? "", "base64url").toString());
	const grants: readonly (readonly [reason: string, grant: string | undefined])[] = [
		["missing", undefined],
		["signature", "nonsense"],
		["signature", `${base64({ alg: "none", typ: "grant+jwt" })}.${claims}.`],
		["signature", `${head}.${base64({ ...unsigned, tool: "fs.delete" })}.${(await granted()).split(".")[2]}`],
		["signature", await new SignJWT(unsigned).setProtectedHeader({ alg: "Ed25519", typ: "grant+jwt" }).sign(foreign.privateKey)],
		[
			"signature",
			await new SignJWT(unsigned)
				.setProtectedHeader({ alg: "Ed25519", typ: "grant+jwt", jwk: await exportJWK(foreign.publicKey) })
				.sign(foreign.privateKey),
		],
		["signature", await runner.sign(noteType, unsigned)],
		["claims", await granted({ aud: "another" as never })],
		["expired", await granted({ iat: now - 200, exp: now - 80 })],
		["life", await granted({ iat: now, exp: now + 3_600 })],
		["hash", await space.grant("fs.mkdir", { path: "else" })],
		["tool", await granted({ tool: "fs.delete" })],
		["ws", await other.grant("fs.mkdir", body)],
		["sub", await granted({ sub: people.member.userId })],
		["tid", await granted({ tid: people.stranger.tenantId })],
		["sid", await granted({ sid: people.member.sid })],
	];
	for (const [reason, grant] of grants) {
		const headers: Record<string, string> = grant === undefined ? {} : { "webhand-grant": grant };
		const reply = await space.call("POST", "/fs/mkdir", { body, headers });
		expect([reason, reply.status, reply.body]).toMatchObject([reason, 403, { error: { code: "GRANT_INVALID", details: { reason } } }]);
	}
	const rows = await runner.audit.find({ chain: space.id }).sort({ seq: 1 }).toArray();
	expect(rows.map(({ kind, outcome, reason }) => [kind, outcome, reason])).toEqual(
		grants.map(([reason]) => ["denied", "denied:GRANT_INVALID", reason]),
	);
	expect(await readdir(space.path)).toEqual([]);
	expect(await (await fetch(`${runner.url}/metrics`)).text()).toContain('webhand_grants_refused_total{reason="sid"} 1');
});

test("a member reads the own rows, an admin the tenant's, another tenant none", async ({ runner, people }) => {
	const space = await runner.workspace();
	await space.call("GET", "/fs/list");
	await space.call("GET", "/fs/list", { as: people.member });
	const seen = async (as: SignedIn, more = "") => {
		const { body } = await runner.send("GET", `/v1/audit?workspaceId=${space.id}${more}`, { as });
		return (body as Page).entries.map(({ user_id, outcome }) => [user_id, outcome]);
	};
	const [own, members] = [runner.user.userId, people.member.userId];
	expect(await seen(runner.user)).toEqual([
		[members, "ok"],
		[own, "ok"],
	]);
	expect(await seen(people.member)).toEqual([[members, "ok"]]);
	expect(await seen(people.stranger)).toEqual([]);
	expect(await seen(runner.user, `&userId=${members}&action=fs.list&outcome=ok&from=2020-01-01T00:00:00Z`)).toEqual([[members, "ok"]]);
	expect(await seen(runner.user, "&outcome=failed")).toEqual([]);
	const refused = await runner.send("GET", `/v1/audit?userId=${own}`, { as: people.member });
	expect(refused).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
	// What is not of this tenant is refused, and stands in the caller's own audit.
	expect((await space.call("GET", "/fs/list", { as: people.stranger })).status).toBe(404);
	const { body } = await runner.send("GET", "/v1/audit", { as: people.stranger });
	expect((body as Page).entries).toMatchObject([{ kind: "denied", outcome: "denied:WORKSPACE_NOT_FOUND", workspace_id: space.id }]);
});

test("the audit is read page by page, each row once, newest first", async ({ runner }) => {
	const space = await runner.workspace();
	await Promise.all(Array.from({ length: 25 }, () => space.call("GET", "/fs/list")));
	const seqs: number[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { body } = await runner.send("GET", `/v1/audit?workspaceId=${space.id}&limit=10${cursor && `&cursor=${cursor}`}`);
		seqs.push(...(body as Page).entries.map(({ seq }) => seq));
		cursor = (body as Page).nextCursor;
	}
	expect(seqs.sort((left, right) => left - right)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
	const wrong = await runner.send("GET", "/v1/audit?cursor=bm9uZQ");
	expect(wrong).toMatchObject({ status: 400, body: { error: { details: { fields: [{ field: "cursor" }] } } } });
});

test("an admin has the audit verified, a member does not, and another tenant's is not found", async ({ runner, people }) => {
	const space = await runner.workspace();
	for (const name of ["a", "b"]) await space.change("fs.mkdir", "/fs/mkdir", { path: name });
	const path = `/v1/audit/verify?workspaceId=${space.id}`;
	const whole = { ok: true, checkedRows: 4, firstSeq: 1, lastSeq: 4, brokenAt: null };
	expect(await runner.send("GET", path)).toMatchObject({ status: 200, body: whole });
	expect(await runner.send("GET", "/v1/audit/verify")).toMatchObject({ status: 200, body: { ok: true, brokenAt: null } });
	expect((await runner.send("GET", path, { as: people.member })).status).toBe(403);
	expect((await runner.send("GET", path, { as: people.stranger })).status).toBe(404);
	await runner.audit.updateOne({ chain: space.id, seq: 3 }, { $set: { target: "innocent" } });
	const broken = { ok: false, brokenAt: { chain: space.id, seq: 3, reason: "changed" } };
	expect(await runner.send("GET", path)).toMatchObject({ status: 200, body: broken });
});

test("a note of agent-api becomes a row once, however often it comes, and a forged one none", async ({ runner }) => {
	const { tenantId, userId } = runner.user;
	const note = (wish: Partial<AuditNoteClaims> = {}): AuditNoteClaims => ({
		iss: "webhand-agent-api",
		aud: "webhand-tool-runner",
		id: randomUUID(),
		tenantId,
		userId,
		at: new Date().toISOString(),
		action: "gate",
		target: "step 3",
		outcome: "ok",
		facts: { risk: "commit", password: "hunter2hunter2" },
		sessionId: null,
		workspaceId: null,
		approved: true,
		decidedBy: "user",
		...wish,
	});
	const send = (notes: readonly string[]) => runner.send("POST", "/v1/audit/notes", { body: { notes } });
	const [first, second] = [note(), note({ at: "2026-01-02T03:04:05.000Z", outcome: "denied:void", approved: false })];
	const signed = await Promise.all([first, second].map((claims) => runner.sign(noteType, claims)));
	for (let times = 0; times < 3; times += 1)
		expect(await send(signed)).toMatchObject({ status: 200, body: { accepted: [first.id, second.id] } });
	const rows = await runner.audit.find({ chain: "tenant", tenantId, kind: "note" }).sort({ seq: 1 }).toArray();
	expect(rows).toMatchObject([
		{ action: "gate", target: "step 3", outcome: "ok", approved: true, decidedBy: "user", args: { risk: "commit", password: "•••" } },
		{ at: new Date("2026-01-02T03:04:05.000Z"), outcome: "denied:void" },
	]);
	const { privateKey } = await generateKeyPair("Ed25519");
	const forged = await new SignJWT({ ...note() }).setProtectedHeader({ alg: "Ed25519", typ: noteType }).sign(privateKey);
	const misused = await runner.sign("grant+jwt", note());
	for (const bad of [forged, misused, "nonsense"])
		expect(await send([bad])).toMatchObject({ status: 403, body: { error: { code: "GRANT_INVALID" } } });
	// One that is signed but says nonsense holds up no other.
	const nonsense = await runner.sign(noteType, { ...note(), outcome: "perhaps" });
	const third = note();
	expect((await send([nonsense, await runner.sign(noteType, third)])).body).toEqual({ accepted: [third.id] });
});

test("refusals of one person beyond sixty a minute are counted, not written", async ({ runner, identity, redis }) => {
	const space = await runner.workspace();
	const eager = await identity.signIn(redis.client, { tenantId: runner.user.tenantId });
	const tries = Array.from({ length: 80 }, () => space.call("POST", "/fs/mkdir", { body: { path: "x" }, as: eager }));
	expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([403]));
	expect(await runner.audit.countDocuments({ userId: eager.userId })).toBe(60);
});
