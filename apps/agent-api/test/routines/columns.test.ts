import { expect } from "vitest";
import { test } from "../agent.ts";
import { useModel } from "../scripted-model.ts";
import { expectOk } from "./routines.ts";

const path = "/api/v1/agent/routines/lists/columns";
const columns = ["Invoice number", "Payable by", "Net", "Total due"].map((label, at) => ({ label, type: at > 1 ? "money" : "text" }));
const model = useModel();
const answers = (text: string) => ({ kind: "text" as const, text, usage: { promptTokens: 80, completionTokens: 3 } });

test("words that name columns need no model; of what they leave open a model picks, and only what the list has", async ({
	open,
	mongo,
}) => {
	model.play([answers("1, 2, 9"), answers("0"), { kind: "error", status: 400 }]);
	const agent = await open(model.wish());
	const pick = (words: string) => expectOk(agent.call("POST", path, { body: { words, columns } }));
	expect(await pick("invoice number and net")).toEqual({ places: [0, 2], decidedBy: "rules" });
	expect(model.requests).toHaveLength(0);
	expect(await pick("invoice number, deadline")).toEqual({ places: [0, 1], decidedBy: "model" });
	expect(model.prompt()).toContain("2. Payable by (text)");
	const [counted] = await mongo.db.collection("lost_usage").find({ tenantId: agent.user.tenantId }).toArray();
	expect(counted).toMatchObject({ spent: { calls: 1, promptTokens: 80 } });
	// It means none, and then it fails: what the words name stays.
	expect(await pick("net, colour")).toEqual({ places: [2], decidedBy: "rules" });
	expect(await pick("net, colour")).toEqual({ places: [2], decidedBy: "rules" });
});
