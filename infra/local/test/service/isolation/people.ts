import { randomBytes, randomUUID } from "node:crypto";
import type { MongoClient } from "mongodb";
import type { Ready } from "../../../stack/data/ready.ts";
import type { Ids, Row } from "./table.ts";

type Account = { readonly email: string; readonly password: string };
export type Reply = { readonly status: number; readonly type: string | null; readonly body: string };
export type Send = (method: string, path: string, how?: { readonly token?: string | undefined; readonly body?: unknown }) => Promise<Reply>;

/** Somebody who is signed in. `things` are made once, `makeThings` makes new ones. */
export type Person = {
	readonly signIn: () => Promise<{ readonly token: string; readonly signInId: string }>;
	readonly token: string;
	readonly things: Ids;
	/**
	 * Makes those that are named; the others are ids that nobody has. With a sign-in of its own among them only where asked for: an address
	 * may sign in 100 times a minute.
	 */
	readonly makeThings: (names: ReadonlySet<keyof Ids>, isSignInNew?: boolean) => Promise<Ids>;
	/** Somebody else of the same role in the same organization, with the things that are named. */
	readonly makeAnother: (names: ReadonlySet<keyof Ids>) => Promise<Person>;
};

const letters = () =>
	randomBytes(32)
		.toString("base64")
		.replaceAll(/[^0-9A-Za-z]/g, "")
		.padEnd(22, "0")
		.slice(0, 22);

/** Ids that nobody has. */
export const unknownIds = (): Ids => ({
	taskId: randomUUID(),
	runId: randomUUID(),
	sessionId: randomUUID(),
	signInId: `sid_${letters()}`,
	userId: `usr_${letters()}`,
	orgId: `org_${letters()}`,
	inviteId: `inv_${letters()}`,
	domainId: `dom_${letters()}`,
	documentId: `doc_${letters()}`,
	workspaceId: `wsp_${letters()}`,
	agentSessionId: randomUUID(),
	mcpClientId: `mcc_${letters()}`,
	apiKeyId: `key_${letters()}`,
	serviceAccountId: `usr_${letters()}`,
	runnerId: `rnr_${letters()}`,
	browserCallId: `mcq_${letters()}`,
	routineId: `rtn_${letters()}`,
	routineRunId: `rrn_${letters()}`,
	scheduleId: `sch_${letters()}`,
	triggerId: `trg_${letters()}`,
});

const idNames = Object.keys(unknownIds()) as readonly (keyof Ids)[];

/** The ids that a row sends. Making the others would be most of the work. */
export function idsSentBy({ send }: Row): ReadonlySet<keyof Ids> {
	const sent = new Set<keyof Ids>();
	const note = (name: keyof Ids) => {
		sent.add(name);
		return "";
	};
	const noted = Object.fromEntries(idNames.map((name) => [name, { enumerable: true, get: () => note(name) }]));
	send?.(Object.defineProperties({}, noted) as Ids);
	return sent;
}

/** Sends requests through the gateway; of a reply only its request id is left out. */
export function sender(url: string): Send {
	return async (method, path, { token, body } = {}) => {
		const headers = {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
		};
		const sent = body === undefined ? {} : { body: JSON.stringify(body) };
		const reply = await fetch(new URL(path, url), { method, headers, redirect: "manual", ...sent });
		const text = await reply.text();
		return { status: reply.status, type: reply.headers.get("content-type"), body: text.replace(/"requestId":"[^"]+"/, "") };
	};
}

/** Opens a folder to a tenant that is not there any more: calls into it find the workspace, and then no folder. */
export async function addWorkspace(client: MongoClient, tenantId: string): Promise<string> {
	const { workspaceId } = unknownIds();
	const root = { rootPath: `/gone/${workspaceId}`, inode: "1", device: "1", bootId: "x", uid: 1, gid: 1 };
	await client
		.db("webhand_tools")
		.collection<{ _id: string; [field: string]: unknown }>("workspaces")
		.insertOne({
			_id: workspaceId,
			tenantId,
			name: workspaceId,
			...root,
			readOnly: false,
			allowedCommands: ["*"],
			gitState: "trusted",
			source: "operator",
			createdAt: new Date(),
		});
	return workspaceId;
}

/** Adds a document to a tenant; by the route a tenant may add 30 in a minute. */
export async function addDocument(client: MongoClient, tenantId: string): Promise<string> {
	const { documentId } = unknownIds();
	const at = new Date();
	await client
		.db("webhand_knowledge")
		.collection<{ _id: string; [field: string]: unknown }>("documents")
		.insertOne({
			_id: documentId,
			tenantId,
			title: "Handbook",
			domain: "shop.example",
			format: "text",
			status: "ready",
			sha256: documentId,
			version: 1,
			active: { version: 1, chunks: 0, bytes: 0, language: "en" },
			by: "usr_test",
			createdAt: at,
			updatedAt: at,
		});
	return documentId;
}

/** Whose. */
type Owner = { readonly tenantId: string; readonly userId: string };

/** Adds a connected client with a call under way; by the route a user may have 20 of them. */
export async function addMcpClient(client: MongoClient, owner: Owner): Promise<Pick<Ids, "mcpClientId" | "browserCallId">> {
	const { mcpClientId, browserCallId } = unknownIds();
	const db = client.db("webhand_agent");
	const rows = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
	const [at, later] = [new Date(), new Date(Date.now() + 3_600_000)];
	await rows("mcp_clients").insertOne({
		_id: mcpClientId,
		...owner,
		name: "Editor",
		scopes: ["browser:read"],
		tokenHash: mcpClientId,
		createdAt: at,
		expiresAt: later,
		lastUsedAt: null,
		revokedAt: null,
		expireAt: later,
	});
	await rows("mcp_calls").insertOne({
		_id: browserCallId,
		...owner,
		clientId: mcpClientId,
		clientName: "Editor",
		work: { kind: "read" },
		state: "running",
		report: null,
		givenUp: null,
		createdAt: at,
		seenAt: at,
		expireAt: later,
	});
	return { mcpClientId, browserCallId };
}

/** Adds an API key. It has expired, so that it is not one of the 20 that a user may have. */
export async function addApiKey(client: MongoClient, owner: Owner): Promise<string> {
	const { apiKeyId } = unknownIds();
	const [at, later] = [new Date(), new Date(Date.now() + 3_600_000)];
	await client
		.db("webhand_auth")
		.collection<{ _id: string; [field: string]: unknown }>("api_keys")
		.insertOne({
			_id: apiKeyId,
			...owner,
			name: "Report",
			scopes: ["routines:run"],
			addresses: [],
			keyHash: apiKeyId,
			createdBy: owner.userId,
			createdAt: at,
			expiresAt: at,
			lastUsedAt: null,
			revokedAt: null,
			sid: null,
			expireAt: later,
		});
	return apiKeyId;
}

/** Adds a service account to an organization. */
export async function addServiceAccount(client: MongoClient, tenantId: string): Promise<string> {
	const { serviceAccountId } = unknownIds();
	const db = client.db("webhand_auth");
	const [joinedAt, email] = [new Date(), `${serviceAccountId}@service.invalid`];
	const user = { email, name: "Report", status: "active", passwordHash: null, operator: false, isService: true, createdAt: joinedAt };
	await db.collection<{ _id: string; [field: string]: unknown }>("users").insertOne({ _id: serviceAccountId, ...user });
	await db.collection("memberships").insertOne({ tenantId, userId: serviceAccountId, role: "member", status: "active", joinedAt });
	return serviceAccountId;
}

/** Adds a runner that is signed in as a service account of an organization. */
export async function addRunner(client: MongoClient, tenantId: string, userId: string): Promise<string> {
	const { runnerId } = unknownIds();
	const runner = { tenantId, userId, name: "Office", labels: [], capacity: 1, createdBy: userId, createdAt: new Date() };
	await client
		.db("webhand_auth")
		.collection<{ _id: string; [field: string]: unknown }>("runners")
		.insertOne({ _id: runnerId, ...runner });
	return runnerId;
}

type NewPerson = { readonly orgId?: string; readonly role: "member" | "admin"; readonly isOperator?: boolean };

/** Adds somebody with the password of the stack's member: into an organization, or with one of their own. */
export async function addPerson(client: MongoClient, { member }: Pick<Ready, "member">, wish: NewPerson): Promise<Account> {
	const db = client.db("webhand_auth");
	const like = await db.collection("users").findOne({ email: member.email });
	const organization = await db.collection("organizations").findOne({});
	const { orgId: ownOrgId, userId } = unknownIds();
	const { orgId = ownOrgId, role, isOperator = false } = wish;
	const email = `${userId.slice(4).toLowerCase()}@webhand.local`;
	const id = (text: string) => ({ _id: text as never });
	await db.collection("users").insertOne({ ...like, ...id(userId), email, name: "Somebody", lastTenantId: orgId, operator: isOperator });
	if (wish.orgId === undefined)
		await db.collection("organizations").insertOne({ ...organization, ...id(orgId), name: "Strangers Ltd", status: "active" });
	await db.collection("memberships").insertOne({ tenantId: orgId, userId, role, status: "active", joinedAt: new Date() });
	return { email, password: member.password };
}

const program = { inputs: [], steps: [{ id: "s1", do: "click", class: "press_unknown", target: { role: "button", name: ["Show more"] } }] };
const page = "@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n@screen 1280x800, page 1 of 1\n\n@view\n<button 7>Show more";

/**
 * Signs somebody in and makes a task, a run and a chat of theirs.
 *
 * @param how `orgId`: an organization that they look at without belonging to it; `add` adds another of the same role to an organization;
 *   `names`: the things that are made, absent: all
 */
export async function enter(
	send: Send,
	account: Account,
	how: {
		readonly orgId?: string;
		readonly names?: ReadonlySet<keyof Ids>;
		readonly add: (orgId: string) => Promise<Account>;
		readonly addDocument: (tenantId: string) => Promise<string>;
		readonly addWorkspace: (tenantId: string) => Promise<string>;
		readonly addApiKey: (owner: Owner) => Promise<string>;
		readonly addServiceAccount: (tenantId: string) => Promise<string>;
		readonly addRunner: (tenantId: string, userId: string) => Promise<string>;
		readonly addMcpClient: (owner: Owner) => Promise<Pick<Ids, "mcpClientId" | "browserCallId">>;
	},
): Promise<Person> {
	const { orgId, add } = how;
	const asked = async (method: string, path: string, how: { readonly token?: string; readonly body?: unknown }) => {
		const { status, body } = await send(method, path, how);
		if (status > 201) throw new Error(`${method} ${path} was answered with ${status} ${body}`);
		return JSON.parse(body) as Record<string, never>;
	};
	const login = async () => {
		const reply = await asked("POST", "/api/v1/auth/login", { body: account });
		const token: string = reply["accessToken"] ?? "";
		const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as {
			sid: string;
			sub: string;
			tid: string;
		};
		return { token, ...claims };
	};
	const { token, sub: userId, tid, sid } = await login();
	const serviceAccountId = await how.addServiceAccount(orgId ?? tid);
	const makeThings = async (names: ReadonlySet<keyof Ids>, isSignInNew = false): Promise<Ids> => {
		const isAsked = (...asked: readonly (keyof Ids)[]) => asked.some((name) => names.has(name));
		const made: { -readonly [name in keyof Ids]: string } = {
			...unknownIds(),
			userId,
			orgId: orgId ?? tid,
			serviceAccountId,
			signInId: sid,
		};
		if (isAsked("taskId", "sessionId")) {
			const body = { url: "https://shop.example/", query: "Press Show more", dom: page };
			const { data } = await asked("POST", "/api/agent/interact", { token, body });
			const { taskId = "", sessionId = "" } = (data ?? {}) as Record<string, string>;
			Object.assign(made, { taskId, sessionId });
		}
		if (isAsked("runId")) made.runId = (await asked("POST", "/agent/run/start", { token, body: { task: "Buy tea" } }))["runId"] ?? "";
		if (isAsked("inviteId")) {
			const invited = await send("POST", `/api/v1/orgs/${made.orgId}/invites`, { token, body: { email: `${letters()}@example.com` } });
			if (invited.status === 201) made.inviteId = (JSON.parse(invited.body) as { invite: { id: string } }).invite.id;
		}
		if (isAsked("domainId")) {
			const allowed = await send("POST", "/api/knowledge/domains", { token, body: { pattern: `${letters()}.example` } });
			const [domain] = allowed.status === 200 ? (JSON.parse(allowed.body) as { domains: { id: string }[] }).domains : [];
			if (allowed.status === 200 && domain === undefined) throw new Error("no domain was added");
			made.domainId = domain?.id ?? made.domainId;
		}
		if (isAsked("runnerId")) made.runnerId = await how.addRunner(made.orgId, serviceAccountId);
		if (isAsked("documentId")) made.documentId = await how.addDocument(tid);
		if (isAsked("workspaceId", "agentSessionId")) made.workspaceId = await how.addWorkspace(tid);
		if (isAsked("agentSessionId")) {
			// A call makes the session of this sign-in, if there is none.
			await send("GET", `/api/v1/agent/fs/list?workspaceId=${made.workspaceId}`, { token });
			const { sessions = [] } = await asked("GET", "/api/v1/agent/sessions", { token });
			const [{ id = "" } = {}] = sessions as readonly { readonly id?: string }[];
			made.agentSessionId = id;
		}
		if (isSignInNew) made.signInId = (await login()).sid;
		if (isAsked("mcpClientId", "browserCallId")) Object.assign(made, await how.addMcpClient({ tenantId: tid, userId }));
		if (isAsked("apiKeyId")) made.apiKeyId = await how.addApiKey({ tenantId: tid, userId });
		if (isAsked("routineId", "routineRunId", "scheduleId", "triggerId")) Object.assign(made, await makeRoutine(isAsked));
		return made;
	};
	/** A routine, with a run, a schedule and a trigger where they are asked for. */
	const makeRoutine = async (isAsked: (name: keyof Ids) => boolean): Promise<Partial<Ids>> => {
		const routines = "/api/v1/agent/routines";
		const idOf = (thing: unknown) => (thing as { readonly id?: string } | undefined)?.id ?? "";
		const newRoutine = { name: "More", program, origin: { kind: "edit" } };
		const routineId = idOf((await asked("POST", routines, { token, body: newRoutine }))["routine"]);
		const made: { -readonly [name in keyof Ids]?: string } = { routineId };
		if (isAsked("routineRunId")) {
			made.routineRunId = idOf((await asked("POST", `${routines}/${routineId}/runs`, { token, body: { rows: [{}] } }))["run"]);
			// A user may have 50 that are not over.
			await asked("POST", `/api/v1/agent/routine-runs/${made.routineRunId}/change`, { token, body: { change: "stop" } });
		}
		const queue = { browser: "mine" };
		if (isAsked("scheduleId")) {
			const body = { routineId, cron: "30 7 * * *", timeZone: "UTC", rows: [{}], queue };
			made.scheduleId = idOf((await asked("POST", "/api/v1/agent/schedules", { token, body }))["schedule"]);
		}
		if (isAsked("triggerId")) {
			const body = { routineId, name: "Orders", fields: {}, queue };
			made.triggerId = idOf((await asked("POST", "/api/v1/agent/triggers", { token, body }))["trigger"]);
		}
		return made;
	};
	const signIn = async () => {
		const { token: fresh, sid: signInId } = await login();
		return { token: fresh, signInId };
	};
	const makeAnother = async (wanted: ReadonlySet<keyof Ids>) => enter(send, await add(orgId ?? tid), { ...how, names: wanted });
	return { signIn, token, things: await makeThings(how.names ?? new Set(idNames)), makeThings, makeAnother };
}
