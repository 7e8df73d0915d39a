import { expect, test } from "vitest";
import { judgeByTable } from "./judge.ts";

test.each([
	[["page_restless", "network"], "failure", true],
	[['form_same "Name is missing"', "mutated"], "failure", true],
	[["client_error COVERED (client)", "mutated"], "failure", true],
	[['validation_error "Email is missing"', 'message_appeared "Check the form"'], "failure", true],
	[['message_appeared "Saved"', "network (client)"], "success", false],
	[['message_appeared "You have no permission to save"'], "success", false],
	[["network (client)"], "success", false],
	[["look_changed (client)", "url_same"], "success", false],
	[["url_same", "page_same"], "failure", true],
	[[], "failure", true],
	[["url_same", "focus_moved to 4"], "failure", false],
] as const)("%j are a %s, settled: %s", (observations, verdict, isClear) => {
	expect(judgeByTable(observations)).toMatchObject({ verdict, isClear, confidence: verdict === "success" ? 0.72 : 0.5 });
});
