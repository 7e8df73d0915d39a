import { expect } from "vitest";
import { test } from "../agent.ts";
import { loseReplicaAndRedis } from "./loss.ts";

test("forty clients hold each event once, in order, although a replica was killed and Redis restarted", async ({ mongo }) => {
	expect(await loseReplicaAndRedis(mongo, { chats: 8, clients: 5, events: 60 })).toBeLessThan(30_000);
});
