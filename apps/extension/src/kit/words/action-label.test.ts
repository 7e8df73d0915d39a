import { expect, test } from "vitest";
import { actionLabel } from "./action-label.ts";

const name = (role: string, called: string) => ({ target: { id: 1, role, name: called } });

test.each([
	['server("fs_read", {"path":"config/price.txt"})', "server", undefined, "Read config/price.txt on the server"],
	['server("exec.run", {"argv":["npm","test"]})', "server", undefined, "Run npm test on the server"],
	['server("git.status", {})', "server", undefined, "Look at the git status on the server"],
	['server("everything.echo", {})', "server", undefined, "Call everything.echo on the server"],
	["click(1)", "click", name("button", "Add to cart"), "Click “Add to cart”"],
	['click(1, "right")', "click", name("button", "Row"), "Right-click “Row”"],
	['setValue(1, "tea")', "setValue", name("input", "Search"), "Fill in “Search” with “tea”"],
	['setValue(1, "tea", true)', "setValue", name("input", "Search"), "Fill in “Search” with “tea” and press Enter"],
	['setValue(1, "")', "setValue", name("input", "Search"), "Empty “Search”"],
	['setValue(1, "true")', "setValue", name("checkbox", "This is a gift"), "Tick “This is a gift”"],
	['setValue(1, "false")', "setValue", name("switch", "Dark"), "Untick “Dark”"],
	['setValue(1, "true")', "setValue", {}, "Fill in with “true”"],
	['select(1, "France")', "select", name("select", "Country"), "Choose “France” in “Country”"],
	['press("Enter")', "press", {}, "Press Enter"],
	['press(1, "Control+A")', "press", name("input", "Query"), "Press Control+A in “Query”"],
	['scroll("bottom")', "scroll", {}, "Scroll to the bottom"],
	['scroll("down")', "scroll", {}, "Scroll down"],
	['navigate("https://tea.example/cart?token=secret")', "navigate", {}, "Go to tea.example/cart"],
	['find("green tea")', "find", {}, "Search the page for “green tea”"],
	["look()", "look", {}, "Take a picture of the page"],
	["wait(2)", "wait", {}, "Wait 2 s"],
	[`setValue(1, "${"a".repeat(90)}")`, "setValue", name("input", "Note"), `Fill in “Note” with “${"a".repeat(60)}…”`],
	['ask("Which kettle?", "blue")', "ask", {}, "Which kettle?"],
	['handoff("Type the code")', "handoff", {}, "Type the code"],
	["finish()", "finish", {}, "Finish"],
	["fromTheFuture(1)", "fromTheFuture", {}, "fromTheFuture"],
	["constructor()", "constructor", {}, "constructor"],
])("the action %s reads %4$j", (action, actionName, target, label) => {
	expect(actionLabel({ action, actionName, ...target })).toBe(label);
});
