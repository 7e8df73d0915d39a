import type { BaseMessage } from "@langchain/core/messages";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";
import { MongoDBSaver } from "@langchain/langgraph-checkpoint-mongodb";
import { InteractRequest } from "@webhand/contracts/agent/interact";
import Fastify from "fastify";
import { MongoClient } from "mongodb";
import { fieldsOf, fillOf } from "./form.ts";

// The peer: a LangGraph agent of one node with its MongoDB checkpointer, which decides by counting as the floor does. With PEER_KEEPS=pages
// its messages hold the pages, as observations of agents do by default; with `newest` only the last one.
const isEachPageKept = process.env["PEER_KEEPS"] !== "newest";
const client = await new MongoClient(process.env["MONGODB_URI"] ?? "", {
	maxPoolSize: 50,
	writeConcern: { w: "majority", j: true },
}).connect();

const State = Annotation.Root({
	messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
	page: Annotation<string>({ reducer: (_, next) => next, default: () => "" }),
	query: Annotation<string>({ reducer: (_, next) => next, default: () => "" }),
});

const graph = new StateGraph(State)
	.addNode("decide", ({ messages, query }) => {
		const step = messages.filter((message) => AIMessage.isInstance(message)).length;
		const action = step < fieldsOf(query) ? fillOf(step + 1) : "finish()";
		return { messages: [new AIMessage({ content: action, additional_kwargs: { thought: "The next field of the form is still empty." } })] };
	})
	.addEdge(START, "decide")
	.addEdge("decide", END)
	.compile({ checkpointer: new MongoDBSaver({ client: client as never, dbName: client.db().databaseName }) });

const app = Fastify({ bodyLimit: 2_500_000 });

app.post("/api/agent/interact", async (request) => {
	const body = InteractRequest.parse(request.body);
	const taskId: string = body.taskId ?? crypto.randomUUID();
	const seen = new HumanMessage(isEachPageKept ? body.dom : "The page is in the state.");
	const state = await graph.invoke(
		{ messages: [seen], page: isEachPageKept ? "" : body.dom, query: body.query },
		{ configurable: { thread_id: taskId } },
	);
	const answers = state.messages.filter((message) => AIMessage.isInstance(message));
	const action = String(answers.at(-1)?.content);
	return { success: true, data: { taskId, stepIndex: answers.length - 1, action, thought: "The next field of the form is still empty." } };
});

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
process.once("SIGTERM", () => void app.close().then(() => client.close()));
