import { once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { PusherClass } from "@webhand/client/live/pusher";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import type { SignedIn } from "@webhand/testing/tokens";
import { onTestFinished } from "vitest";
import type { ClientOptions } from "ws";
import { WebSocket } from "ws";
import type { Agent } from "../agent.ts";

/** The key and secret of realtime in tests. */
export const app = { key: "realtime-key", secret: "realtime-secret-of-tests" } as const;

const load = createRequire(import.meta.url);

/** pusher-js as Node programs load it, and the build that runs in a service worker. */
export const nodePusher = load("pusher-js") as PusherClass;
export function workerPusher(): PusherClass {
	// The build of a worker asks its global for everything.
	Object.assign(globalThis, { self: globalThis });
	return load("pusher-js/worker") as PusherClass;
}

/** Lets a service listen on a free port. */
export async function listen(agent: Pick<Agent, "app">): Promise<string> {
	return await agent.app.listen({ host: "127.0.0.1", port: 0 });
}

/** One frame as it came. */
export type Frame = { readonly event: string; readonly channel?: string; readonly data?: unknown };

/** A bare WebSocket that keeps what it received. */
export type RawSocket = {
	readonly ws: WebSocket;
	readonly frames: Frame[];
	readonly closed: Promise<number>;
	readonly send: (frame: unknown) => void;
	/** The next frame that fits, also one that came before. */
	readonly frame: (isWanted: (frame: Frame) => boolean) => Promise<Frame>;
	readonly socketId: () => Promise<string>;
	/** Sends a ping and waits for its pong: everything before it was handled. */
	readonly settle: () => Promise<void>;
};

/** Opens a bare WebSocket. @param path with its query */
export function openRaw(url: string, path = `/app/${app.key}?protocol=7`, options: ClientOptions = {}): RawSocket {
	const ws = new WebSocket(`${url.replace("http", "ws")}${path}`, options);
	const frames: Frame[] = [];
	const waiting = new Set<() => void>();
	const closed = new Promise<number>((resolve) => {
		ws.on("close", (code) => {
			resolve(code);
			for (const wake of waiting) wake();
		});
	});
	ws.on("error", () => undefined);
	ws.on("message", (data) => {
		frames.push(JSON.parse(String(data)) as Frame);
		for (const wake of waiting) wake();
	});
	onTestFinished(() => ws.terminate());
	const frame: RawSocket["frame"] = async (isWanted) => {
		for (;;) {
			const found = frames.find(isWanted);
			if (found !== undefined) return found;
			if (ws.readyState === WebSocket.CLOSED) throw new Error(`the socket closed after ${JSON.stringify(frames)}`);
			await new Promise<void>((resolve) => {
				const wake = () => {
					waiting.delete(wake);
					resolve();
				};
				waiting.add(wake);
			});
		}
	};
	const send = (value: unknown) => ws.send(typeof value === "string" ? value : JSON.stringify(value));
	return {
		ws,
		frames,
		closed,
		send,
		frame,
		socketId: async () => {
			const { data } = await frame(({ event }) => event === "pusher:connection_established");
			return (JSON.parse(String(data)) as { readonly socket_id: string }).socket_id;
		},
		settle: async () => {
			const count = frames.filter(({ event }) => event === "pusher:pong").length;
			send({ event: "pusher:ping", data: {} });
			await frame(({ event }) => event === "pusher:pong" && frames.filter((seen) => seen.event === "pusher:pong").length > count);
		},
	};
}

/** Has a channel signed by the service. */
export async function signed(
	agent: Agent,
	body: { readonly socket_id: string; readonly channel_name?: string },
	as: SignedIn = agent.user,
) {
	const reply = await agent.call("POST", "/api/pusher/auth", { as, body });
	return reply.body as { readonly auth: string; readonly channel_data?: string; readonly user_data?: string };
}

/** Subscribes a bare socket to a chat, as its user. */
export async function subscribe(agent: Agent, socket: RawSocket, sessionId: SessionId, as: SignedIn = agent.user): Promise<void> {
	const channel = channelOf(sessionId);
	const signature = await signed(agent, { socket_id: await socket.socketId(), channel_name: channel }, as);
	socket.send({ event: "pusher:subscribe", data: { channel, ...signature } });
	await socket.frame((frame) => frame.event === "pusher_internal:subscription_succeeded" && frame.channel === channel);
}

/** The port of a server. */
export const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port;

/** Waits for an event of Node. */
export const heard = once;
