import { createHmac } from "node:crypto";
import { SignInId, TenantId } from "@webhand/contracts/ids";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reaction, SocketFacts } from "./protocol.ts";
import { errorFrame, establishedFrame, eventFrame, reactTo } from "./protocol.ts";
import { createSigner, newSocketId } from "./signature.ts";

const signer = createSigner({ key: "key-of-tests", secret: "secret-of-tests" });
const rules = { verify: signer.verify, mostChannels: 3 };
const socketId = "1234.5678";
const sid = SignInId.parse(`sid_${"a".repeat(22)}`);
const otherSid = SignInId.parse(`sid_${"b".repeat(22)}`);
const chat = "59adf5f0-cddb-42dd-a20d-658ac57278fd";
const channel = `private-session-${chat}`;
const socket: SocketFacts = { socketId, channels: new Set(), sid: null, isSignedIn: false };
const tid = TenantId.parse(`org_${"c".repeat(22)}`);
const channelData = JSON.stringify({ sid, tid });
const userData = JSON.stringify({ id: sid, tid });

const subscribe = (data: object) => ({ event: "pusher:subscribe", data });
const signedChat = { channel, auth: signer.sign(`${socketId}:${channel}:${channelData}`), channel_data: channelData };
const signIn = { event: "pusher:signin", data: { auth: signer.sign(`${socketId}::user::${userData}`), user_data: userData } };

const react = (frame: unknown, facts: Partial<SocketFacts> = {}) =>
	reactTo({ ...socket, ...facts }, typeof frame === "string" ? frame : JSON.stringify(frame), rules);
/** What a reaction says, in short. */
const gist = (reaction: Reaction): string => {
	if (reaction.kind === "subscribe") return `subscribe ${reaction.sessionId === null ? "silent" : "chat"} ${reaction.who?.sid ?? "-"}`;
	if (reaction.kind === "sign_in") return `sign_in ${reaction.who.sid}`;
	if (reaction.kind !== "send") return reaction.kind;
	const { event, data } = JSON.parse(reaction.frame) as { event: string; data: { code?: number; status?: number } };
	return [event, data.code ?? data.status].filter((part) => part !== undefined).join(" ");
};

describe("a frame of a client is answered as the Pusher Channels protocol says", () => {
	const accepted = `subscribe chat ${sid}`;
	test.each<[string, unknown, string, Partial<SocketFacts>?]>([
		["a ping", { event: "pusher:ping", data: {} }, "pusher:pong"],
		["a ping without data", { event: "pusher:ping" }, "pusher:pong"],
		["a pong", { event: "pusher:pong", data: {} }, "none"],
		["one's own chat", subscribe(signedChat), accepted],
		["data as text", { event: "pusher:subscribe", data: JSON.stringify(signedChat) }, accepted],
		["a chat signed without a sign-in", subscribe({ channel, auth: signer.sign(`${socketId}:${channel}`) }), "subscribe chat -"],
		["a chat again", subscribe(signedChat), accepted, { channels: new Set([channel]) }],
		["a chat without a signature", subscribe({ channel }), "pusher:subscription_error 401"],
		["an empty signature", subscribe({ ...signedChat, auth: "" }), "pusher:subscription_error 401"],
		["a signature of another socket", subscribe(signedChat), "pusher:subscription_error 401", { socketId: "1.1" }],
		["altered channel_data", subscribe({ ...signedChat, channel_data: `${channelData} ` }), "pusher:subscription_error 401"],
		["channel_data left out", subscribe({ channel, auth: signedChat.auth }), "pusher:subscription_error 401"],
		["another sign-in on one socket", subscribe(signedChat), "pusher:subscription_error 401", { sid: otherSid }],
		["one channel too many", subscribe(signedChat), "pusher:subscription_error 403", { channels: new Set(["a", "b", "c"]) }],
		["a public channel", subscribe({ channel: "news" }), "subscribe silent -"],
		...["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"].map((name): [string, unknown, string] => [
			`a channel called ${name}`,
			subscribe({ channel: name }),
			"subscribe silent -",
		]),
		["a presence channel", subscribe({ channel: "presence-room" }), "pusher:subscription_error 403"],
		["an encrypted channel", subscribe({ channel: `private-encrypted-${chat}` }), "pusher:subscription_error 403"],
		["another private channel", subscribe({ channel: "private-news" }), "pusher:subscription_error 403"],
		["a chat whose id is none", subscribe({ channel: "private-session-1" }), "pusher:subscription_error 403"],
		["one's own user channel", subscribe({ channel: `#server-to-user-${sid}` }), "subscribe silent -", { sid, isSignedIn: true }],
		[
			"another's user channel",
			subscribe({ channel: `#server-to-user-${otherSid}` }),
			"pusher:subscription_error 403",
			{ sid, isSignedIn: true },
		],
		["a user channel without sign-in", subscribe({ channel: `#server-to-user-${sid}` }), "pusher:subscription_error 403", { sid }],
		["an unsubscribe", { event: "pusher:unsubscribe", data: { channel } }, "unsubscribe"],
		["an unsubscribe of nothing", { event: "pusher:unsubscribe", data: { channel: "never" } }, "unsubscribe"],
		["a sign-in", signIn, `sign_in ${sid}`],
		["a sign-in of another socket", signIn, "pusher:error 4009", { socketId: "1.1" }],
		["a sign-in as somebody else", signIn, "pusher:error 4009", { sid: otherSid }],
		["a sign-in without data", { event: "pusher:signin" }, "pusher:error 4009"],
		["a client event", { event: "client-typing", channel, data: {} }, "pusher:error 4301", { channels: new Set([channel]) }],
		["an event of the server", { event: "pusher_internal:subscription_succeeded", channel, data: {} }, "pusher:error 4301"],
		["broken JSON", "{", "pusher:error 4301"],
		["no object", "17", "pusher:error 4301"],
		["an array", [], "pusher:error 4301"],
		["no event", {}, "pusher:error 4301"],
		["an event that is a number", { event: 7 }, "pusher:error 4301"],
		["a long event", { event: "e".repeat(201) }, "pusher:error 4301"],
		["data that is a number", subscribe(7 as never), "pusher:error 4301"],
		["data that is an array", subscribe([]), "pusher:error 4301"],
		["data that is broken JSON", { event: "pusher:subscribe", data: "{" }, "pusher:error 4301"],
		["a channel that is an object", subscribe({ channel: {} }), "pusher:error 4301"],
		["a channel with control characters", subscribe({ channel: "a\u0000b" }), "pusher:error 4301"],
		["a channel with a space", subscribe({ channel: "a b" }), "pusher:error 4301"],
		["a long channel", subscribe({ channel: "c".repeat(201) }), "pusher:error 4301"],
		["__proto__", '{"event":"pusher:subscribe","data":{"__proto__":{"channel":"news"}}}', "pusher:error 4301"],
		["10,000 levels", `{"event":"pusher:subscribe","data":${"[".repeat(7_000)}${"]".repeat(7_000)}}`, "pusher:error 4301"],
	])("%s", (_name, frame, expected, facts) => {
		expect(gist(react(frame, facts))).toBe(expected);
	});
});

test("any bytes are answered, and nothing throws", () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.json()), (text) => ["none", "send", "subscribe", "unsubscribe"].includes(react(text).kind)),
	);
});

test("a signature is the HMAC that Pusher's own servers make, and no other key's", () => {
	const hex = createHmac("sha256", "secret-of-tests").update(`${socketId}:${channel}`).digest("hex");
	expect(signer.sign(`${socketId}:${channel}`)).toBe(`key-of-tests:${hex}`);
	expect(signer.verify(`${socketId}:${channel}`, `key-of-tests:${hex}`)).toBe(true);
	for (const wrong of [`other-key:${hex}`, `key-of-tests:${hex.toUpperCase()}`, `key-of-tests:${hex}0`, "", "é"])
		expect(signer.verify(`${socketId}:${channel}`, wrong)).toBe(false);
});

test("frames of the server have the form that pusher-js reads", () => {
	expect(JSON.parse(establishedFrame("1.2"))).toEqual({
		event: "pusher:connection_established",
		data: '{"socket_id":"1.2","activity_timeout":20}',
	});
	expect(JSON.parse(errorFrame(4100, "full"))).toEqual({ event: "pusher:error", data: { code: 4100, message: "full" } });
	expect(JSON.parse(eventFrame(channel, "new_message", { a: 1 }))).toEqual({ event: "new_message", channel, data: '{"a":1}' });
	expect(newSocketId()).toMatch(/^\d{1,15}\.\d{1,15}$/);
});
