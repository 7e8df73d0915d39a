import { others, testEachState } from "../e2e/gallery/each-state.ts";
import { testTheme } from "../e2e/gallery/theme.ts";
import { useViews } from "../e2e/views.ts";

const views = useViews("gallery");

testEachState(views, others);
testTheme(views, "dark");
