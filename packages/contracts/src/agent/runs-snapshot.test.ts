import { expect, test } from "vitest";
import { SnapshotElement } from "./runs-snapshot.ts";

test("what a page does not say may be null", () => {
	const element = SnapshotElement.parse({ id: "agent-1", tag: "button", role: null, ariaLabel: null, value: null, checked: null });
	expect(element).toMatchObject({ role: "", ariaLabel: "" });
	expect(element).not.toHaveProperty("value");
	expect(SnapshotElement.safeParse(null).success).toBe(false);
});
