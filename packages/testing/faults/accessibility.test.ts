import { expect } from "vitest";
import { test, violationsOf } from "../test/demo-page.ts";

const shop = ["/", "/search?q=blue+kettle", "/products/blue-kettle", "/cart", "/sign-in", "/support", "/orders/all", "/nowhere"];

test.for([...shop, "/frames", "/components"])("%s has no accessibility violation, in light and dark", async (path, { page }) => {
	expect(await violationsOf(page, path)).toEqual([]);
});
