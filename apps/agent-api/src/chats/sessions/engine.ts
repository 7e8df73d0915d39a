import type { Session, SessionStatus } from "@webhand/contracts/chat/sessions";
import { maxTitleCharacters, SessionStatus as Status } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import { extractDomain } from "@webhand/page/site";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { isIdle } from "../../policy/progress/status.ts";
import { hide, secretsIn } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { readChatCursor, writeCursor } from "./cursor.ts";
import type { StoredSession } from "./map.ts";
import { listedChat } from "./map.ts";
import { renamedTitle, searchPattern, snippetOf } from "./policy.ts";
import type { ChatStore } from "./store/chats.ts";
import type { MessageRange, MessageStore } from "./store/messages.ts";
import type { FoundTask, TextStore } from "./store/texts.ts";

/** What the routes of chats need. `idleMs`: a task without a step for so long has expired. */
export type SessionDeps = {
	readonly chats: ChatStore;
	readonly messages: MessageStore;
	readonly texts: TextStore;
	readonly now: () => Date;
	readonly idleMs: number;
};

/** Whose chats. */
type Owner = { readonly identity: Pick<Identity, "tenantId" | "userId"> };

/** One chat and the user who asks. */
export type SessionCall = Owner & { readonly sessionId: SessionId };

/** What to list; all but archived chats without `status`. */
export type ListQuery = {
	readonly status?: readonly SessionStatus[] | undefined;
	readonly domain?: string | undefined;
	readonly q?: string | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
};

const unarchived = Status.options.filter((status) => status !== "archived");

/** The user's chats, newest first. @throws AppError VALIDATION_ERROR naming `domain`, `q` or `cursor` */
export async function listSessions({ chats, texts }: SessionDeps, { identity, query }: Owner & { readonly query: ListQuery }) {
	const { tenantId, userId } = identity;
	const { status = unarchived, q, limit, cursor } = query;
	const domain = query.domain === undefined ? undefined : domainOf(query.domain);
	const pattern = q === undefined ? undefined : searchPattern(q);
	if (pattern === null) throw wrongField("q", "must hold more than white space and control characters");
	const list = [tenantId, userId, [...status].sort(), domain, pattern];
	const after = cursor === undefined ? undefined : readChatCursor(cursor, list);
	if (after === null) throw wrongField("cursor", "must be the nextCursor of a page of this list");

	const found = pattern === undefined ? undefined : await texts.find(tenantId, userId, pattern);
	const search = pattern === undefined || found === undefined ? undefined : { pattern, sessionIds: [...found.keys()] };
	const filter = { status, ...defined({ domain, search }) };
	const [rows, total] = await Promise.all([
		chats.list(tenantId, userId, { filter, limit: limit + 1, ...defined({ after }) }),
		chats.count(tenantId, userId, filter),
	]);
	const page = rows.slice(0, limit);
	const matches = pattern === undefined ? undefined : await matchesOf(texts, identity, { pattern, page, found });
	const last = rows.length > limit ? page.at(-1) : undefined;
	return {
		sessions: page.map((row) => listedChat(row, matches?.get(row._id))),
		total,
		nextCursor: last === undefined ? null : writeCursor({ updatedAt: last.updatedAt, sessionId: last._id }, list),
	};
}

type Found = {
	readonly pattern: string;
	readonly page: readonly StoredSession[];
	readonly found: ReadonlyMap<SessionId, FoundTask> | undefined;
};

/** Where each chat of a page holds the words: in its title, else in a message of the newest task that has them. */
async function matchesOf(texts: TextStore, { tenantId }: Owner["identity"], { pattern, page, found }: Found) {
	const titles = new Map(page.map(({ _id, title }) => [_id, snippetOf(title ?? "", pattern)]));
	const tasks = page.flatMap(({ _id }) => (titles.get(_id) === null ? (found?.get(_id) ?? []) : []));
	const messages = await texts.messages(tenantId, tasks, pattern);
	return new Map<SessionId, NonNullable<Session["match"]>>([
		...[...titles].flatMap(([id, snippet]) => (snippet === null ? [] : [[id, { snippet }] as const])),
		...messages.map(({ sessionId, sequenceNumber, content }) => {
			// The database may fold a letter that JavaScript does not.
			const snippet = snippetOf(content, pattern) ?? snippetOf(content, "^") ?? "";
			return [sessionId, { snippet, sequenceNumber }] as const;
		}),
	]);
}

/** The newest chat that is not archived, or null. */
export async function latestSession({ chats }: SessionDeps, { identity }: Owner) {
	return { session: firstOf(await chats.list(identity.tenantId, identity.userId, { filter: { status: unarchived }, limit: 1 })) };
}

/** The newest chat of a domain with one of these statuses, or null. @throws AppError VALIDATION_ERROR naming `domain` */
export async function sessionByDomain(
	{ chats }: SessionDeps,
	{ identity, domain, status }: Owner & { readonly domain: string; readonly status: readonly SessionStatus[] | "any" },
) {
	const filter = { domain: domainOf(domain), status: status === "any" ? Status.options : status };
	return { session: firstOf(await chats.list(identity.tenantId, identity.userId, { filter, limit: 1 })) };
}

const firstOf = ([row]: readonly StoredSession[]) => (row === undefined ? null : listedChat(row));

/** One chat. @throws AppError SESSION_NOT_FOUND */
export async function readSession({ chats }: SessionDeps, { identity, sessionId }: SessionCall) {
	const row = await chats.get(identity.tenantId, identity.userId, sessionId);
	if (row === null) throw unknownSession();
	return { session: listedChat(row) };
}

/** Renames, archives or restores a chat; its place in the list stays. @throws AppError SESSION_NOT_FOUND, VALIDATION_ERROR naming `title` */
export async function changeSession(
	{ chats }: SessionDeps,
	{
		identity,
		sessionId,
		change,
	}: SessionCall & { readonly change: { readonly title?: string | undefined; readonly status?: "archived" | "active" | undefined } },
) {
	const { tenantId, userId } = identity;
	const before = await chats.get(tenantId, userId, sessionId);
	if (before === null) throw unknownSession();
	const title = change.title === undefined ? undefined : renamedTitle(before.domain ?? null, hide(change.title, secretsIn(change.title)));
	if (title === null) throw wrongField("title", `must have 1 to ${maxTitleCharacters} visible characters`);
	const set = {
		...(title === undefined ? {} : { title, isRenamed: true }),
		...(change.status === "archived" ? { status: change.status } : {}),
	};
	const row = await (change.status === "active" ? chats.restore : chats.change)(tenantId, userId, { sessionId, set });
	if (row === null) throw unknownSession();
	return { session: listedChat(row) };
}

/** Deletes a chat with its messages and events; its tasks stay. @throws AppError SESSION_NOT_FOUND, TASK_ACTIVE */
export async function deleteSession({ chats, now, idleMs }: SessionDeps, { identity, sessionId }: SessionCall): Promise<undefined> {
	const at = now();
	const outcome = await chats.remove(identity.tenantId, identity.userId, {
		sessionId,
		isActive: (task) => !isIdle(task, { now: at, idleMs }),
	});
	if (outcome === "unknown") throw unknownSession();
	if (outcome === "active") throw new AppError("TASK_ACTIVE", "A task of this chat is running. Stop it, then delete the chat");
}

/** Messages of a chat in order; of an unknown chat none. */
export async function readMessages(
	{ chats, messages }: SessionDeps,
	{ identity, sessionId, range }: SessionCall & { readonly range: MessageRange },
) {
	const { tenantId, userId } = identity;
	if ((await chats.get(tenantId, userId, sessionId)) === null)
		return { sessionId, messages: [], total: 0, sessionExists: false, hasMoreBefore: false, hasMoreAfter: false };
	const page = await messages.page(tenantId, sessionId, range);
	// An empty page still has neighbours: on the other side of its cursor.
	const first = page.at(0)?.sequenceNumber ?? (range.after === undefined ? 0 : range.after + 1);
	const last = page.at(-1)?.sequenceNumber ?? (range.before === undefined ? Number.MAX_SAFE_INTEGER : range.before - 1);
	const around = await messages.around(tenantId, sessionId, { first, last });
	return { sessionId, messages: page, sessionExists: true, ...around };
}

/** A user writes a domain or an address; chats are filed under the registrable domain. */
function domainOf(text: string): string {
	const domain = extractDomain(text);
	if (domain === null) throw wrongField("domain", "must be a domain name, such as example.com");
	return domain;
}

const unknownSession = () => new AppError("SESSION_NOT_FOUND", "There is no such session");

const wrongField = (field: string, message: string) =>
	new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field, message }] } });
