import { expect, test } from "vitest";
import { controlNameOf } from "./control-name.ts";

const element = { id: "agent-3", role: "input", ariaLabel: "", text: "" };
const type = { arguments: { id: "agent-3", text: "hunter2" } };

test.each([
	[{ tool: type }, { ...element, ariaLabel: "Password" }, "Password"],
	[{ tool: type, guard: { name: "Secret word" } }, { ...element, ariaLabel: "Password" }, "Secret word"],
	[{ tool: type, guard: { name: "" } }, { ...element, placeholder: "Your password" }, "Your password"],
	[{ tool: type }, { ...element, role: "editable", text: "hunter2" }, undefined],
	[{ tool: { arguments: { id: "agent-3" } } }, { ...element, role: "button", text: "Sign in" }, "Sign in"],
	[{ tool: { arguments: { id: "agent-4" } } }, { ...element, ariaLabel: "Password" }, undefined],
	[{ tool: { arguments: { url: "https://a.example/" } } }, element, undefined],
])("%j on %j is called %s", (order, found, name) => {
	expect(controlNameOf(order, [found])).toBe(name);
});
