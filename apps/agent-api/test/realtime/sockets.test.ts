import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { expect } from "vitest";
import { scriptedDecider, test } from "../agent.ts";
import { listen, openRaw, subscribe } from "./clients.ts";

const pressing = () => scriptedDecider(() => "click(7)");

test("a step reaches a subscribed socket as new_message and interact_response, with role and the whole message", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const first = await agent.step({});
	const sessionId = first.sessionId as SessionId;
	const socket = openRaw(url);
	await subscribe(agent, socket, sessionId);
	await agent.step({ taskId: first.taskId, lastStepIndex: 0 });
	await socket.frame(({ event }) => event === "interact_response");
	const { data, channel } = await socket.frame(({ event }) => event === "new_message");
	expect(channel).toBe(channelOf(sessionId));
	expect(JSON.parse(String(data))).toMatchObject({
		...{ type: "new_message", sessionId, seq: expect.any(Number), eventId: expect.any(String) },
		message: {
			...{ messageId: expect.any(String), role: "assistant", content: expect.any(String), sequenceNumber: expect.any(Number) },
			...{ timestamp: expect.any(String), status: "pending" },
		},
	});
});
