import { randomUUID } from "node:crypto";
import type { Db, Document, Filter, MongoClient } from "mongodb";
import { safely } from "./write.ts";

/** What a restore ended or paused: how many of each. */
export type Ended = {
	readonly signIns: number;
	readonly apiKeys: number;
	readonly invites: number;
	readonly clients: number;
	readonly mandates: number;
	readonly approvals: number;
	readonly runs: number;
	readonly schedules: number;
	readonly triggers: number;
};

/** `at`: the moment of the restore. `withKeys`: end the API keys too. */
type Ending = { readonly at: Date; readonly withKeys: boolean };

/** How long the list of connected clients shows one that has ended, as when a person revokes it. */
const clientShownMs = 30 * 86_400_000;

/**
 * Ends what must not come back to life, and stops what would do again what was done since the backup. Rows get what they get when a person does
 * the same, and the audit says so where it would.
 */
export async function endRestored(client: MongoClient, { at, withKeys }: Ending): Promise<Ended> {
	const [auth, agent] = [client.db("webhand_auth"), client.db("webhand_agent")];
	return { ...(await endAccounts(auth, { at, withKeys })), ...(await endPermissions(agent, at)), ...(await pauseWork(agent, at)) };
}

/** What lets somebody in: sign-ins and those of runners, links and tickets for one use, invites, the keys that tokens are signed with. */
async function endAccounts(auth: Db, { at, withKeys }: Ending): Promise<Pick<Ended, "signIns" | "apiKeys" | "invites">> {
	const signIns = await auth
		.collection("sessions")
		.updateMany(
			{ status: "active" },
			{ $set: { status: "revoked", revokedAt: at, reason: "restore", cachePending: true }, $inc: { v: 1 } },
			safely,
		);
	await auth.collection("runners").updateMany({}, { $unset: { enrolment: 1, code: 1 } }, safely);
	for (const used of ["reset_links", "sign_in_tickets", "provider_flows"]) await auth.collection(used).deleteMany({}, safely);
	// One that was retired since, perhaps because it was known, would sign again. auth makes a new one at its start.
	await auth.collection("signing_keys").updateMany({ state: { $ne: "retired" } }, { $set: { state: "retired", since: at } }, safely);
	const apiKeys = withKeys
		? await auth.collection("api_keys").updateMany({ revokedAt: null, expiresAt: { $gt: at } }, { $set: { revokedAt: at } }, safely)
		: { modifiedCount: 0 };
	const invites = await changeEach(
		auth,
		{ collection: "invites", which: { status: "open", expiresAt: { $gt: at } }, set: { status: "revoked", closedAt: at } },
		{
			collection: "auth_audit",
			rowOf: ({ _id, tenantId, email }) => ({
				at,
				actorId: null,
				tenantId,
				sid: null,
				ip: "",
				userAgent: "",
				requestId: "",
				action: "invite.revoke",
				target: _id,
				outcome: "ok",
				reason: "restore",
				facts: { email },
			}),
		},
	);
	return { signIns: signIns.modifiedCount, apiKeys: apiKeys.modifiedCount, invites };
}

/** What lets a program or a task do something without asking: connected clients, mandates, approvals for later calls. */
async function endPermissions(agent: Db, at: Date): Promise<Pick<Ended, "clients" | "mandates" | "approvals">> {
	const clients = await agent
		.collection("mcp_clients")
		.updateMany(
			{ revokedAt: null, expiresAt: { $gt: at } },
			{ $set: { revokedAt: at, expireAt: new Date(at.getTime() + clientShownMs) } },
			safely,
		);
	await agent
		.collection("mcp_calls")
		.updateMany({ state: { $in: ["queued", "running"] } }, { $set: { state: "ended", givenUp: "revoked" } }, safely);
	const mandates = await changeEach(
		agent,
		{
			collection: "mandates",
			which: { revokedAt: { $exists: false }, until: { $gt: at }, $expr: { $lt: ["$used", "$uses"] } },
			set: { revokedAt: at },
		},
		{ collection: "audit_notes", rowOf: ({ userId, ...row }) => noteOf({ ...row, userId, at, action: "mandate.revoke" }) },
	);
	const approvals = await changeEach(
		agent,
		{ collection: "approvals", which: { status: "approved", standingUntil: { $gt: at } }, set: { standingUntil: at } },
		{
			collection: "audit_notes",
			rowOf: ({ userId, toolName: tool, tier, scope, workspaceId, sessionId, ...row }) =>
				noteOf({ ...row, userId, at, action: "approval", outcome: "revoked", facts: { tool, tier, scope, workspaceId, sessionId } }),
		},
	);
	return { clients: clients.modifiedCount, mandates, approvals };
}

/** What works by itself: runs of routines under way, schedules whose start was due meanwhile, addresses at which other systems start runs. */
async function pauseWork(agent: Db, at: Date): Promise<Pick<Ended, "runs" | "schedules" | "triggers">> {
	const runs = await agent
		.collection("routine_runs")
		.updateMany({ state: { $in: ["waiting", "running"] } }, { $set: { state: "paused" }, $unset: { reason: 1 } }, safely);
	// One that a policy paused would go on by itself.
	await agent.collection("routine_runs").updateMany({ state: "paused" }, { $unset: { reason: 1 } }, safely);
	const schedules = await agent
		.collection("schedules")
		.updateMany(
			{ nextAt: { $lte: at }, paused: { $exists: false } },
			{ $set: { paused: { reason: "person", at } }, $unset: { retryAt: 1 } },
			safely,
		);
	// Its secret may have been changed since, or the whole address closed.
	const triggers = await changeEach(
		agent,
		{ collection: "triggers", which: { pausedAt: { $exists: false } }, set: { pausedAt: at } },
		{ collection: "audit_notes", rowOf: ({ ownerId: userId, ...row }) => noteOf({ ...row, userId, at, action: "trigger.pause" }) },
	);
	return { runs: runs.modifiedCount, schedules: schedules.modifiedCount, triggers };
}

type Change = { readonly collection: string; readonly which: Filter<Document>; readonly set: Document };
type Audited = { readonly collection: string; readonly rowOf: (row: Document) => Document };

/** Changes all rows that match, and writes a row of the audit for each. @returns how many */
async function changeEach(db: Db, { collection, which, set }: Change, audit: Audited): Promise<number> {
	const rows = await db.collection(collection).find(which).toArray();
	if (rows.length === 0) return 0;
	await db.collection(collection).updateMany(which, { $set: set }, safely);
	await db.collection(audit.collection).insertMany(rows.map(audit.rowOf), safely);
	return rows.length;
}

/** A note of agent-api, in the name of the person whose row it is: a restore has none. */
function noteOf({ _id: target, tenantId, userId, at, action, outcome = "ok", facts = {} }: Document): Document {
	return { _id: randomUUID(), tenantId, userId, at, action, target, outcome, facts: { ...facts, by: "restore" }, deliveredAt: null };
}
