import { others, testEachState } from "../e2e/tools/each-state.ts";
import { useViews } from "../e2e/views.ts";

const views = useViews("tools");

testEachState(views, others);
