import type { realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { Base } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { revokedChannel, revokedIn } from "@webhand/service-kit/guard";
import { ourHosts } from "@webhand/service-kit/http/hosts";
import { openSubscriber } from "@webhand/service-kit/redis";
import { repeat } from "@webhand/service-kit/repeat";
import type { Config } from "../../config.ts";
import { defined } from "../../shared/defined.ts";
import type { Chats, RealtimeDeps, SocketDeps } from "./engine.ts";
import type { Publisher } from "./outbox/publish.ts";
import { createEmbeddedPublisher } from "./publisher.ts";
import { createFanout } from "./sockets/fanout.ts";
import { createHub } from "./sockets/hub.ts";
import { createRealtimeMetrics } from "./sockets/metrics.ts";
import { createPlaces } from "./sockets/places.ts";
import { createEventStore } from "./store.ts";
import { createSigner } from "./wire/signature.ts";

/** What realtime is opened with. `elapsed` in milliseconds. */
export type RealtimeOptions = {
	readonly config: Config;
	readonly base: Base;
	readonly guard: Pick<Guard, "revokedOf">;
	readonly sessions: Chats;
	readonly stopping: AbortSignal;
	readonly elapsed: () => number;
};

/** Realtime as it was opened: the wire for events, what routes and sockets need, and its end. */
export type Realtime = {
	readonly publisher: Publisher;
	readonly routes: RealtimeDeps;
	readonly sockets: SocketDeps | null;
	readonly close: () => Promise<void>;
};

const sweepEveryMs = 1_000;
const checkEveryMs = 10_000;
const keepEveryMs = 30_000;

/** Opens realtime: our own sockets, or a Pusher server (`REALTIME=pusher`). Both are told of ended sign-ins. */
export async function openRealtime({ config, base, guard, sessions, stopping, elapsed }: RealtimeOptions): Promise<Realtime> {
	const { log, redis } = base;
	const isEmbedded = config.REALTIME === "embedded";
	const metrics = createRealtimeMetrics(base.metrics);
	const signer = createSigner({ key: config.PUSHER_KEY, secret: config.PUSHER_SECRET });
	// The library of Pusher takes megabytes, which a process with sockets of its own spares.
	const pusher = isEmbedded ? undefined : (await import("./pusher.ts")).createPusherPublisher(pusherServerOf(config));
	const subscriber = openSubscriber({
		url: config.REDIS_URL,
		log,
		onMessage: (channel, text) => {
			if (channel !== revokedChannel) return fanout.take(channel, text);
			const sid = revokedIn(text);
			if (sid === undefined) return;
			hub.revoke(sid);
			void pusher?.terminate(sid);
		},
		onReturn: () => {
			void hub.checkSignIns();
			void hub.reconnectAll();
		},
	});
	const fanout = createFanout({ subscriber, onDropped: metrics.dropped });
	const places = createPlaces(redis, Date.now);
	const hub = createHub({
		fanout,
		places,
		revokedOf: guard.revokedOf,
		metrics,
		log,
		elapsed,
		now: Date.now,
		rules: {
			mostSockets: config.REALTIME_SOCKETS,
			mostPerIp: config.REALTIME_SOCKETS_PER_IP,
			mostFrames: config.REALTIME_FRAMES,
			framesWindowMs: 5_000,
			silentMs: 20_000,
			pongMs: 30_000,
			idleMs: 120_000,
			mostUnsentBytes: 1_048_576,
			spreadMs: 2_000,
		},
	});
	metrics.count(hub.size);
	// Redis subscribes it by itself when it is back.
	subscriber.subscribe(revokedChannel).catch(() => undefined);
	const background = [
		repeat({ name: "sweep of sockets", everyMs: sweepEveryMs, log }, async () => hub.sweep()),
		repeat({ name: "check of the sign-ins of sockets", everyMs: checkEveryMs, log }, hub.checkSignIns),
		repeat({ name: "places of sockets", everyMs: keepEveryMs, log }, hub.keepPlaces),
	];
	return {
		publisher: pusher ?? createEmbeddedPublisher(redis, Date.now),
		routes: {
			chats: sessions,
			signer,
			places: isEmbedded ? places : null,
			settings: settingsOf(config),
			stopping,
			elapsed,
			events: createEventStore(base.mongo),
			// A Pusher server keeps its messages to itself, so waiting requests look again each second.
			listen: isEmbedded ? fanout.listen : () => ({ ready: Promise.resolve(), stop: () => undefined }),
			recheckMs: isEmbedded ? 2_000 : 1_000,
			revokedOf: guard.revokedOf,
			waiting: new Map(),
			onGap: metrics.gapRead,
		},
		sockets: isEmbedded
			? {
					hub,
					key: config.PUSHER_KEY,
					verify: signer.verify,
					mostChannels: config.REALTIME_CHANNELS,
					stopping,
					elapsed,
					origins: new Set([...config.EXTENSION_IDS.map((id) => `chrome-extension://${id}`), ...config.WEB_ORIGINS]),
					isOurs: ourHosts(config),
					trusted: config.TRUSTED_PROXIES,
					proxySecret: config.PROXY_SECRET,
				}
			: null,
		close: async () => {
			await Promise.all(background.map((work) => work.stop()));
			subscriber.close();
		},
	};
}

function pusherServerOf(config: Config) {
	const { PUSHER_APP_ID: appId = "", PUSHER_KEY: key, PUSHER_SECRET: secret, PUSHER_PORT: port } = config;
	return { appId, key, secret, port, useTls: port === 443, ...defined({ cluster: config.PUSHER_CLUSTER, host: config.PUSHER_HOST }) };
}

/** How clients connect: at our own public address, or at the Pusher server. */
function settingsOf(config: Config): ReplyOf<typeof realtimeSettingsRoute> {
	const { REALTIME: transport, PUSHER_KEY: key, PUSHER_CLUSTER: cluster = "mt1" } = config;
	if (transport === "pusher") {
		const wsHost = config.PUSHER_HOST ?? `ws-${cluster}.pusher.com`;
		return { transport, key, cluster, wsHost, wsPort: config.PUSHER_PORT, forceTLS: config.PUSHER_PORT === 443 };
	}
	const { protocol, hostname, port } = new URL(config.PUBLIC_URL);
	const forceTLS = protocol === "https:";
	return { transport, key, cluster, wsHost: hostname, wsPort: Number(port) || (forceTLS ? 443 : 80), forceTLS };
}
