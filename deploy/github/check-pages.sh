#!/usr/bin/env bash
# The step `check` of action.yml. Inputs come as variables, so that no text of theirs becomes part of this script.
set -euo pipefail
MARKER='<!-- pytest-cookie -->'
BASELINE=pytest-cookie-baseline.json
RESULT=pytest-cookie-checks/check.json
mapfile -t pages < <(grep -v '^[[:space:]]*$' <<< "$PAGES")
options=(--effort "$EFFORT" --device "$DEVICE" --fail-on "$FAIL_ON" --output pytest-cookie-checks --format github)
[ -z "$BRIEF" ] || options+=(--brief "$BRIEF")
[ -z "$START" ] || options+=(--start "$START")
if [ "$GITHUB_EVENT_NAME" = pull_request ] && [ -f "$BASELINE" ]; then options+=(--baseline "$BASELINE"); fi

code=0
pytest-cookie check "${pages[@]}" "${options[@]}" --write json="$RESULT" --write markdown=pytest-cookie-checks/check.md ||
  code=$?
[ -f "$RESULT" ] || exit "$code"  # nothing was checked
echo "report=$RESULT" >> "$GITHUB_OUTPUT"
cat pytest-cookie-checks/check.md >> "$GITHUB_STEP_SUMMARY"
if [ "$GITHUB_EVENT_NAME" = push ]; then cp "$RESULT" "$BASELINE"; fi

if [ -n "$PULL_REQUEST" ]; then
  { echo "$MARKER"; cat pytest-cookie-checks/check.md; } > pytest-cookie-checks/comment.md
  comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
  # a pull request from a fork may not comment: the annotations and the summary say the same
  ours=".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$MARKER\"))) | .id"
  if ids=$(gh api --paginate "$comments" --jq "$ours"); then
    id=${ids%%$'\n'*}
    if [ -n "$id" ]; then
      call=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id")
    else
      call=(--method POST "$comments")
    fi
    gh api "${call[@]}" -F body=@pytest-cookie-checks/comment.md > pytest-cookie-checks/comment.json ||
      echo "the comment could not be written"
  fi
fi
exit "$code"
