import { expect, test } from "vitest";
import type { Parameter } from "./parameters.ts";
import { createRefusals, isFormFailure, refusedParameter, takesNoPictures } from "./parameters.ts";

const sent: ReadonlySet<Parameter> = new Set(["temperature", "effort", "maxTokens", "toolChoice", "tool", "schema", "picture"]);
const refusal = (status: number | undefined, message: string, more: object = {}) => Object.assign(new Error(message), { status, ...more });

test.each([
	["temperature", 400, "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."],
	["temperature", 400, "`temperature` is deprecated for this model."],
	["temperature", undefined, "temperature is not supported for claude-opus-4-7 when set to non-default values"],
	["effort", 400, "Unrecognized request argument supplied: reasoning_effort"],
	["effort", 400, "Thinking level is not supported for this model."],
	["effort", 400, "This model does not support the effort parameter."],
	["maxTokens", 400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."],
	["maxTokens", 400, "max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku"],
	["tool", 404, "No endpoints found that support tool use."],
	["tool", 400, "registry.ollama.ai/library/gemma does not support tools"],
	["schema", 400, "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model."],
	["schema", 400, "output_config: Extra inputs are not permitted"],
	["schema", 422, "JSON mode is not enabled for this model"],
	["schema", 400, "Failed to initialize samplers: failed to parse grammar"],
	["schema", 404, "No endpoints found that can handle the requested parameters."],
	["toolChoice", 400, "Thinking may not be enabled when tool_choice forces tool use."],
	["toolChoice", 404, "No endpoints found that support the provided 'tool_choice' value."],
	["effort", 400, "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions."],
	["picture", 400, "Invalid content type. image_url is only supported by certain models."],
	["picture", 404, "No endpoints found that support image input"],
	["picture", 400, "'messages.1.content' : value must be a string"],
	["picture", 422, "messages[1]: unknown variant `image_url`, expected `text`"],
	["picture", 500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"],
] as const)("%s is what a %s refuses with: %s", (parameter, status, message) => {
	expect(refusedParameter(refusal(status, message), sent)).toBe(parameter);
	expect(refusedParameter(refusal(status, message), new Set())).toBeUndefined();
});

test.each([
	[401, "Incorrect API key provided; temperature"],
	[429, "Too many tokens a minute: max_tokens"],
	[400, "This model's maximum context length is 8192 tokens. Reduce the length of the messages or max_tokens."],
	[404, "The model gpt-x does not exist"],
	[500, "The temperature of the processor is too high"],
	[undefined, "fetch failed: temperature"],
])("a %s that says “%s” is trouble of another kind", (status, message) => {
	expect(refusedParameter(refusal(status, message), sent)).toBeUndefined();
});

test.each([
	["Invalid content type. image_url is only supported by certain models.", true],
	["some-model is not a multimodal model", true],
	["You uploaded an unsupported image. Please make sure your image is valid.", false],
	["Could not process image", false],
])("a refusal that says “%s” is of all pictures: %s", (message, isOfAll) => {
	expect(takesNoPictures(refusal(400, message))).toBe(isOfAll);
});

test("what two parameters are sent in is refused for one after the other", () => {
	const cause = refusal(400, "output_config: Extra inputs are not permitted");
	expect(refusedParameter(cause, new Set(["temperature", "effort"]))).toBe("effort");
});

test("a refused parameter is found in the field that names it", () => {
	expect(refusedParameter(refusal(400, "Unsupported value", { param: "temperature" }), sent)).toBe("temperature");
});

test.each([
	[400, "Failed to call a function. Please adjust your prompt.", "tool_use_failed", true],
	[400, "Failed to generate JSON.", "json_validate_failed", true],
	[400, "response_format is not supported", undefined, false],
	[500, "Failed to call a function.", "tool_use_failed", false],
])("a %s that says “%s” (%s) is of one reply: %s", (status, message, code, isOfOne) => {
	expect(isFormFailure(refusal(status, message, { code }))).toBe(isOfOne);
});

test("a refusal counts for an hour, and a test that holds ends it at once", () => {
	let at = 0;
	const refused = createRefusals(() => at);
	refused.add("schema");
	at = 3_599_999;
	expect([refused.has("schema"), refused.has("tool")]).toEqual([true, false]);
	at = 3_600_001;
	expect(refused.has("schema")).toBe(false);
	refused.add("schema");
	refused.drop("schema");
	expect(refused.has("schema")).toBe(false);
});
