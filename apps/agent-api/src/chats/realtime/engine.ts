import { limitOf } from "@webhand/contracts/auth/limits";
import type { eventsRoute, pusherAuthRoute, realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { SessionId as SessionIdSchema } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import type { Guard, Identity } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { Listening } from "./sockets/fanout.ts";
import type { Hub } from "./sockets/hub.ts";
import type { Places } from "./sockets/places.ts";
import type { EventStore } from "./store.ts";
import type { Signer } from "./wire/signature.ts";

type Owner = Pick<Identity, "tenantId" | "userId" | "sid">;

/** Whose chats there are, and how far their events count. */
export type Chats = {
	readonly ownerOf: (tenantId: Owner["tenantId"], userId: Owner["userId"], sessionId: SessionId) => Promise<"mine" | "unknown" | "foreign">;
	readonly lastSeqOf: (tenantId: Owner["tenantId"], sessionId: SessionId) => Promise<number>;
};

/**
 * What signing needs. `places` are those of our own sockets, whose signatures name the sign-in, the tenant and how many sockets that may have:
 * such a socket takes its place when it uses its signature, and ends with its sign-in. A Pusher server's sockets have none.
 */
type SigningDeps = {
	readonly chats: Pick<Chats, "ownerOf">;
	readonly signer: Signer;
	readonly places: Pick<Places, "hasRoom"> | null;
};

/**
 * Signs a channel for one socket, or the sign-in of the socket where no channel is named.
 *
 * @throws AppError FORBIDDEN: the same for an unknown chat, another user's, and any other channel; RATE_LIMIT when the tenant has as many
 *   open sockets as it may
 */
export async function signSocket(
	{ chats, signer, places }: SigningDeps,
	{ tenantId, userId, sid, limits }: Owner & Pick<Identity, "limits">,
	{ socketId, channel }: { readonly socketId: string; readonly channel: string | undefined },
): Promise<ReplyOf<typeof pusherAuthRoute>> {
	const most = limitOf(limits, "sockets");
	const refuseMany = async () => {
		if (places === null || (await places.hasRoom(tenantId, socketId, most))) return;
		throw new AppError("RATE_LIMIT", `${most} connections are open, as many as may be: close panels, or have an operator raise “sockets”`, {
			details: { scope: "tenant", name: "sockets", limit: most },
			retryAfterSeconds: 30,
		});
	};
	if (channel === undefined) {
		await refuseMany();
		const userData = JSON.stringify({ id: sid, tid: tenantId, most });
		return { auth: signer.sign(`${socketId}::user::${userData}`), user_data: userData };
	}
	const sessionId = SessionIdSchema.safeParse(/^private-session-(.+)$/.exec(channel)?.[1]).data;
	const isMine =
		sessionId !== undefined && channel === channelOf(sessionId) && (await chats.ownerOf(tenantId, userId, sessionId)) === "mine";
	if (!isMine) throw new AppError("FORBIDDEN", "This channel is not open to you");
	await refuseMany();
	if (places === null) return { auth: signer.sign(`${socketId}:${channel}`) };
	const channelData = JSON.stringify({ sid, tid: tenantId, most });
	return { auth: signer.sign(`${socketId}:${channel}:${channelData}`), channel_data: channelData };
}

/** What reading the log needs. `listen` wakes a waiting request; `recheckMs` is the pause between looks where nothing wakes it. */
type EventsDeps = {
	readonly chats: Chats;
	readonly events: EventStore;
	readonly listen: (sessionId: SessionId, listener: () => void) => Listening;
	readonly revokedOf: Guard["revokedOf"];
	readonly waiting: Map<string, number>;
	readonly recheckMs: number;
	readonly onGap: () => void;
	readonly elapsed: () => number;
	/** Aborted when the service stops: who waits gets an empty answer. */
	readonly stopping: AbortSignal;
};

type Page = ReplyOf<typeof eventsRoute>;
type Asked = {
	readonly owner: Owner;
	readonly sessionId: SessionId;
	readonly after: number;
	readonly limit: number;
	readonly wait: number;
};

const mostWaiting = 2;

/**
 * Reads the events of a chat after a number, and waits for one if asked to.
 *
 * @param asked `wait` in seconds
 * @throws AppError SESSION_NOT_FOUND, also for another user's; RATE_LIMIT when two requests of the user wait already; UNAUTHORIZED when the
 *   sign-in ended during the wait; SERVICE_UNAVAILABLE when it would wait at a service that stops
 */
export async function readEvents(deps: EventsDeps, asked: Asked, signal: AbortSignal): Promise<Page> {
	const page = await readPage(deps, asked);
	if (asked.wait === 0 || !isEmpty(page, asked)) return page;
	// An empty answer at once would be asked for again and again until the service is gone.
	if (deps.stopping.aborted) throw new AppError("SERVICE_UNAVAILABLE", "The service is closing", { retryAfterSeconds: 1 });
	const key = `${asked.owner.tenantId}:${asked.owner.userId}`;
	const count = deps.waiting.get(key) ?? 0;
	if (count >= mostWaiting)
		throw new AppError("RATE_LIMIT", "Two requests wait for events already", {
			details: { scope: "user", limit: mostWaiting },
			retryAfterSeconds: 5,
		});
	deps.waiting.set(key, count + 1);
	try {
		return await waitForEvents(deps, asked, AbortSignal.any([signal, deps.stopping]));
	} finally {
		const left = (deps.waiting.get(key) ?? 1) - 1;
		if (left === 0) deps.waiting.delete(key);
		else deps.waiting.set(key, left);
	}
}

async function waitForEvents(deps: EventsDeps, asked: Asked, signal: AbortSignal): Promise<Page> {
	const end = deps.elapsed() + asked.wait * 1_000;
	let wake: () => void = () => undefined;
	let isWoken = false;
	const listening = deps.listen(asked.sessionId, () => {
		isWoken = true;
		wake();
	});
	// Where Redis is away, looking again now and then is all there is.
	await listening.ready.catch(() => undefined);
	const onAbort = () => wake();
	signal.addEventListener("abort", onAbort);
	try {
		for (;;) {
			isWoken = false;
			const page = await readPage(deps, asked);
			if (await isRevoked(deps, asked.owner)) throw unauthorized();
			const left = end - deps.elapsed();
			if (!isEmpty(page, asked) || left <= 0 || signal.aborted) return page;
			if (!isWoken)
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, Math.min(left, deps.recheckMs));
					wake = () => {
						clearTimeout(timer);
						resolve();
					};
				});
		}
	} finally {
		signal.removeEventListener("abort", onAbort);
		listening.stop();
	}
}

/** Where Redis is away nobody can tell, so the request goes on, as sockets do. */
async function isRevoked({ revokedOf }: EventsDeps, { sid }: Owner): Promise<boolean> {
	return (await revokedOf([sid]).catch(() => [])).length > 0;
}

/** A client that is ahead of the log, or behind a gap, is told at once. */
function isEmpty({ events, gap, lastSeq }: Page, { after }: Asked): boolean {
	return events.length === 0 && !gap && lastSeq === after;
}

async function readPage({ chats, events, onGap }: EventsDeps, asked: Asked): Promise<Page> {
	const { sessionId, after } = asked;
	const { tenantId, userId } = asked.owner;
	const [owner, counted] = await Promise.all([chats.ownerOf(tenantId, userId, sessionId), chats.lastSeqOf(tenantId, sessionId)]);
	if (owner !== "mine") throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	// Read after the count: an event that is counted and not there was deleted.
	const [rows, oldest] = await Promise.all([events.after(tenantId, sessionId, asked), events.oldestSeq(tenantId, sessionId)]);
	const lastSeq = Math.max(counted, rows.at(-1)?.seq ?? 0);
	const oldestSeq = oldest ?? lastSeq + 1;
	const gap = after < lastSeq && rows[0]?.seq !== after + 1;
	if (gap) onGap();
	return {
		sessionId,
		events: rows.map(({ seq, eventId, name, data, createdAt }) => ({
			seq,
			eventId,
			name,
			data: { ...data },
			createdAt: createdAt.toISOString(),
		})),
		lastSeq,
		oldestSeq,
		gap,
	};
}

/** What the routes need. */
export type RealtimeDeps = SigningDeps & EventsDeps & { readonly settings: ReplyOf<typeof realtimeSettingsRoute> };

/** What sockets need. `trusted` are the proxies whose X-Forwarded-For counts; `stopping` is aborted by SIGTERM. */
export type SocketDeps = {
	readonly hub: Hub;
	readonly key: string;
	readonly origins: ReadonlySet<string>;
	/** Is a host name one of this server's? */
	readonly isOurs: (hostname: string) => boolean;
	readonly trusted: readonly string[];
	/** What these proxies prove themselves by; absent: their address. */
	readonly proxySecret: string | undefined;
	readonly verify: (text: string, signature: string) => boolean;
	readonly mostChannels: number;
	readonly stopping: AbortSignal;
	readonly elapsed: () => number;
};
