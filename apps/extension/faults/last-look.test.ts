import { beforeAll } from "vitest";
import { buildExtension } from "../e2e/build.ts";
import { useStage } from "../e2e/pages/content-script.ts";
import { lastLookTests } from "../e2e/pages/last-look.ts";
import { rowTests } from "../e2e/pages/rows.ts";

beforeAll(() => buildExtension("chrome-mv3"));

const stage = useStage();

lastLookTests(stage, 100);
// Nine of each change in each list a round.
rowTests(stage, 12);
