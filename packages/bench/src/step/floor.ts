import { InteractRequest } from "@webhand/contracts/agent/interact";
import Fastify from "fastify";
import { MongoClient } from "mongodb";
import { fieldsOf, fillOf } from "./form.ts";

// The least that a step can cost: it reads and checks the body and writes the same documents once, without any decision.
const client = await new MongoClient(process.env["MONGODB_URI"] ?? "", { maxPoolSize: 50 }).connect();
const db = client.db();
const [tasks, actions, sessions, messages, events] = ["tasks", "task_actions", "sessions", "messages", "events"].map((name) =>
	db.collection<{ _id: string }>(name),
);
if (!tasks || !actions || !sessions || !messages || !events) throw new Error("no collections");
await actions.createIndex({ tenantId: 1, taskId: 1, stepIndex: 1 }, { unique: true });

const app = Fastify({ bodyLimit: 2_500_000 });
const steps = new Map<string, number>();
const beforeState = { skeleton: Array.from({ length: 800 }, (_, index) => index * 2_654_435) };

app.post("/api/agent/interact", async (request) => {
	const body = InteractRequest.parse(request.body);
	const taskId: string = body.taskId ?? crypto.randomUUID();
	const stepIndex = steps.get(taskId) ?? 0;
	steps.set(taskId, stepIndex + 1);
	const action = stepIndex < fieldsOf(body.query) ? fillOf(stepIndex + 1) : "finish()";
	const reply = { success: true, data: { taskId, stepIndex, action, thought: "The next field of the form is still empty." } };
	const session = client.startSession();
	try {
		await session.withTransaction(
			async () => {
				const key = { tenantId: "t", taskId };
				await actions.insertOne(
					{ _id: `${taskId}-${stepIndex}`, ...key, stepIndex, action, reply: JSON.stringify(reply), beforeState } as never,
					{ session },
				);
				await actions.updateOne({ ...key, stepIndex: stepIndex - 1 } as never, { $set: { verdict: "success" } } as never, { session });
				await tasks.updateOne({ _id: taskId }, { $set: { status: "executing", query: body.query }, $inc: { rev: 1 } } as never, {
					session,
					upsert: true,
				});
				await sessions.updateOne({ _id: taskId }, { $inc: { messageCount: 1 } } as never, { session, upsert: true });
				await messages.insertOne({ _id: `${taskId}-${stepIndex}`, ...key, content: action } as never, { session });
				await events.insertOne({ _id: `${taskId}-${stepIndex}`, ...key, seq: stepIndex } as never, { session });
			},
			{ writeConcern: { w: "majority", j: true } },
		);
	} finally {
		await session.endSession();
	}
	return reply;
});

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
process.once("SIGTERM", () => void app.close().then(() => client.close()));
