import { expect } from "vitest";
import { test } from "../test/agent.ts";
import { loseReplicaAndRedis } from "../test/realtime/loss.ts";

test("200 clients hold each of 300 events once, in order, within five seconds, although a replica was killed and Redis restarted", async ({
	mongo,
}) => {
	expect(await loseReplicaAndRedis(mongo, { chats: 20, clients: 10, events: 300 })).toBeLessThan(5_000);
});
