import { describe, expect } from "vitest";
import { useModel } from "../scripted-model.ts";
import { answers, calls, inShort, test } from "./tasks.ts";

const model = useModel();

describe("a server-run task", () => {
	test("reads, asks for a change, makes it once it is approved, and answers", async ({ openTasks }) => {
		const tasks = await openTasks(model.wish());
		await tasks.write("a.txt", "one\n");
		model.play([
			calls(["fs_read", { path: "a.txt" }], ["fs_list", { path: "" }]),
			calls(["fs_write", { path: "b.txt", content: "two\n" }]),
			answers("I copied it."),
		]);
		const id = await tasks.start("Copy a.txt to b.txt");
		await tasks.waitFor(id, "waiting_approval");
		const [approval] = await tasks.pending();
		expect(approval).toMatchObject({ sessionId: id, toolCallId: "call_2_0", workspace: { name: "demo" } });
		await tasks.decide(approval?.id ?? "", "approved");
		const events = await tasks.rest(id);
		expect(inShort(events.filter(({ type }) => type !== "llm_chunk"))).toEqual([
			"step_start 1",
			"llm_start",
			"llm_complete call_1_0 call_1_1",
			"tool_start call_1_0",
			"tool_start call_1_1",
			"tool_complete call_1_0 ok",
			"tool_complete call_1_1 ok",
			"step_start 2",
			"llm_start",
			"llm_complete call_2_0",
			"approval_needed call_2_0",
			"tool_start call_2_0",
			"tool_complete call_2_0 ok",
			"step_start 3",
			"llm_start",
			"llm_complete",
			"complete complete",
		]);
		expect(events.at(-1)).toEqual({ type: "complete", result: { status: "complete", response: "I copied it.", stepsCompleted: 3 } });
		expect(await tasks.read("b.txt")).toBe("two\n");
		const detail = (await tasks.agent.call("GET", `/api/v1/agent/sessions/${id}`)).body;
		expect(detail).toMatchObject({
			schemaVersion: 1,
			status: "complete",
			currentStep: 3,
			title: "Copy a.txt to b.txt",
			result: { status: "complete" },
		});
		expect(detail["toolCalls"]).toHaveLength(3);
		expect(detail["messages"]).toHaveLength(7);
		expect(detail["diffs"]).toHaveLength(1);
	});
});
