extension AnswerSession {
  static let plans = [
    AnswerSession(
      "what a plan does not show",
      """
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl add rose fixtures/lottie/valid/crown.json
      giftctl publish rose --version 2 --from +1d --until +3d
      giftctl publish rose --version 3 --from +2d
      giftctl publish rose --version 1 --from +1w
      giftctl publish rose --version 2
      giftctl retire rose --at +2w --yes
      giftctl publish rose --version 3
      giftctl calendar --weeks 4
      giftctl show rose
      giftctl next 3
      """),
    AnswerSession(
      "warnings of the calendar",
      """
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl rotation add spring --tz Europe/London --first "2100-03-07 10:00" --every 1w \
        --lineup rose:1,crown --per-turn 2
      giftctl rotation move spring 4 --to "2100-03-28 01:30"
      giftctl calendar --weeks 20
      giftctl retire crown --leave-rotations --yes
      giftctl calendar --weeks 20
      giftctl rotation end spring --yes
      giftctl retire champagne clouds confetti diamond fireworks gift-box heart rocket rose \
        star-shower teddy --at +1w --yes
      giftctl calendar --weeks 2
      clock> 2100-01-06T10:00:00Z
      giftctl calendar --weeks 2
      giftctl list
      """),
  ]

  static let reading = [
    AnswerSession(
      "list, show, next, history, diff and calendar", widths: GoldenText.widths,
      """
      giftctl next
      giftctl list
      giftctl list --category romance
      giftctl list --all --sort price
      giftctl list --status draft
      giftctl list --status live --search hea
      giftctl list --without-name ja
      giftctl list --sort size
      giftctl add rose fixtures/lottie/valid/heart.json -m "New petals"
      giftctl add rose --note "Licensed until 2100" --name ja=バラ
      giftctl publish rose --from +1w --until +2w
      giftctl publish rose --from +1w --until +2w --json
      giftctl show rose
      giftctl show rose@1
      giftctl show rose --version 9
      giftctl show unicorn
      giftctl next
      giftctl next --at +8d
      giftctl next 0
      giftctl gallery --port 0
      giftctl gallery -o -
      giftctl list --at +8d
      giftctl list --at 1
      giftctl list --at 99
      giftctl history
      giftctl history rose --verbose
      giftctl history --by anna
      giftctl history unicorn
      giftctl history --limit 0
      giftctl diff
      giftctl diff --from 1
      giftctl diff --from now --to +8d
      giftctl diff --from 1 --plans
      giftctl diff --from now --to now
      giftctl diff rose@1 rose@2
      giftctl diff rose@1
      giftctl diff rose heart
      giftctl calendar --weeks 4
      giftctl calendar --weeks 0
      giftctl retire rose
      giftctl history --limit 2
      giftctl list --json --status draft
      giftctl show unicorn --json
      """)
  ]

  static let rotations = [
    AnswerSession(
      "rotation: from the first turn to the last", widths: GoldenText.widths,
      """
      giftctl rotation list
      giftctl rotation plan
      giftctl rotation add spring --tz Europe/London --first "2100-01-05 10:00" --every 3w \
        --lineup rose,heart,crown:1 --per-turn 2 --dry-run
      giftctl rotation add spring --tz Europe/London --first "2100-01-05 10:00" --every 3w \
        --lineup rose,heart,crown:1 --per-turn 2
      giftctl rotation add spring --tz Europe/London --first "2100-01-05 10:00" --every 3w \
        --lineup rose,heart,crown:1 --per-turn 2
      giftctl rotation add spring --tz UTC --first "2100-01-05 10:00" --every 1w --lineup teddy
      giftctl rotation add autumn --tz UTC --first "2100-01-05 10:00" --every 1w --lineup rose
      giftctl rotation add autumn --tz UTC --first "Tue 10:00" --every 3m --lineup teddy
      giftctl rotation add autumn --tz UTC --first 2100-01-05 --every 3w --lineup teddy
      giftctl rotation add autumn --tz Mars/Base --first "Tue 10:00" --every 3w --lineup teddy
      giftctl rotation list
      giftctl rotation show spring
      giftctl rotation show autumn
      giftctl rotation plan spring --weeks 12
      giftctl rotation plan --weeks 0
      giftctl rotation skip spring 2
      giftctl rotation skip spring 2
      giftctl rotation skip spring --on 2100-01-26
      giftctl rotation skip spring --on 2100-01-02
      giftctl rotation skip spring 2 --undo
      giftctl rotation skip spring 99999999
      giftctl rotation skip spring
      giftctl rotation move spring 2 --to "2100-01-27 10:00"
      giftctl rotation move spring 2 --to "2101-01-27 10:00"
      giftctl rotation move spring 2
      giftctl rotation move spring 2 --undo
      giftctl rotation swap spring 2 3
      giftctl rotation swap spring 2 3 --undo
      giftctl rotation swap spring 1 rose diamond
      giftctl rotation swap spring 1 rose
      giftctl rotation swap spring 1 rose --undo
      giftctl rotation swap spring 1 teddy diamond
      giftctl rotation edit spring --every 2w
      giftctl rotation edit spring --every 2w
      giftctl rotation edit spring --lineup rose,heart,crown,teddy --stay 7d
      giftctl rotation edit spring --lineup rose,rose
      giftctl rotation edit spring --expect-change 1 --per-turn 1
      giftctl rotation edit spring
      giftctl rotation edit spring --turns 9
      giftctl rotation add autumn --tz UTC --first "2100-02-01 10:00" --every 1w \
        --lineup clouds,rocket --off-between-turns --dry-run
      giftctl rotation edit spring --off-between-turns
      giftctl retire clouds --keep-turns --yes
      giftctl calendar --weeks 12
      giftctl calendar --weeks 6 --format ics
      giftctl history --limit 5
      """),
    AnswerSession(
      "rotation: turns that run, and the end",
      """
      giftctl add teddy --price 15
      giftctl retire rose heart crown --yes
      giftctl rotation add spring --tz UTC --first "2100-01-05 10:00" --every 1w \
        --lineup rose,heart,crown
      clock> 2100-01-06T10:00:00Z
      giftctl list
      giftctl next 2
      giftctl show rose
      giftctl rotation tick --dry-run
      giftctl rotation tick
      giftctl rotation tick
      giftctl history --limit 3
      giftctl rotation skip spring 1
      giftctl retire rose
      giftctl retire rose --yes
      giftctl retire rose --leave-rotations
      giftctl retire rose --leave-rotations --yes
      giftctl rollback rose
      giftctl undo 4
      giftctl rotation end spring --at 2100-01-20T10:00:00Z
      n> giftctl rotation end spring
      giftctl rotation end spring --at 2100-01-20T10:00:00Z --yes
      giftctl rotation edit spring --open
      y> giftctl rotation end spring
      giftctl rotation end spring --yes
      giftctl rotation edit spring --every 2w
      giftctl rotation plan
      giftctl rotation list
      giftctl calendar --weeks 4
      """),
  ]

  static let animations = [
    AnswerSession(
      "check and edit", over: .empty,
      """
      giftctl check fixtures/lottie/valid/rose.json
      giftctl check fixtures/lottie/invalid/shape.type-order/fill.json
      giftctl check fixtures/lottie/invalid/shape.dash --quiet
      giftctl check fixtures/lottie/invalid/json.empty fixtures/lottie/valid/rose.json
      giftctl check fixtures/lottie/valid/rose.json --max-bytes 1000
      giftctl check fixtures/lottie/valid/rose.json --max-bytes 0
      giftctl check fixtures/lottie/valid/rose.json --profile tv
      giftctl check --explain shape.dash
      giftctl check --explain shape.dahs
      giftctl check --compare fixtures/lottie/valid/rose.json fixtures/lottie/valid/heart.json
      giftctl check --compare fixtures/lottie/valid/rose.json
      giftctl check missing.json
      giftctl check
      giftctl check --catalogue
      giftctl check --catalogue --quiet fixtures
      printf '{"limit":{}}' > check.json; giftctl check --config check.json fixtures
      giftctl edit fixtures/lottie/valid/rose.json --minify -o rose.json
      giftctl edit fixtures/lottie/valid/rose.json --rename "Red rose" -o rose.json
      giftctl edit fixtures/lottie/valid/rose.json --strip-expressions -o rose.json
      giftctl edit rose.json --drop-layer Guide -o rose.json
      giftctl edit rose.json --drop-layer /layers/0 -o rose.json
      giftctl edit missing.json --minify -o rose.json
      giftctl edit rose.json -o rose.json
      giftctl edit rose.json --minify
      """),
    AnswerSession(
      "pictures: made by add, and made again", over: .empty,
      """
      giftctl add rose fixtures/lottie/valid/rose.json --name en=Rose --price 10 --draw-with /x
      giftctl show rose
      giftctl pictures
      giftctl pictures update --draw-with /x
      giftctl pictures update --dry-run
      giftctl pictures update
      giftctl pictures update rose
      giftctl pictures update unicorn
      giftctl pictures update --json
      giftctl poster rose -o rose.png
      giftctl poster rose --frame 99 -o frame.png
      giftctl poster unicorn -o unicorn.png
      giftctl show rose --picture
      giftctl history
      giftctl undo 2
      """),
    AnswerSession(
      "import, export and check --catalogue",
      """
      giftctl import fixtures/lottie/valid
      giftctl add rose --price 99 --yes
      giftctl import fixtures/lottie/valid --dry-run
      giftctl import fixtures/lottie/valid
      n> giftctl import fixtures/lottie/valid
      giftctl import fixtures/lottie/valid --yes -m "As before"
      giftctl import fixtures
      giftctl import missing
      giftctl import
      printf '{"gifts":[{"id":"Red Rose"}]}' > manifest.json; giftctl import .
      printf '{"gift":[]}' > manifest.json; giftctl import .
      printf '{"gifts":[{"id":"lily","file":"lily.json","price":5}]}' > manifest.json; \
      giftctl import .
      giftctl export backup
      giftctl export backup
      giftctl verify
      giftctl verify backup
      giftctl verify --json
      giftctl export live --live
      giftctl import backup --yes
      giftctl retire clouds crown confetti diamond fireworks gift-box heart rocket star-shower --yes
      giftctl check --catalogue --max-bytes 60000
      giftctl check --catalogue --quiet
      """),
  ]

  static let outside = [
    AnswerSession(
      "a private database", over: .unnamed,
      """
      giftctl database status
      giftctl database start
      giftctl database start
      giftctl database status
      giftctl list
      giftctl database stop
      giftctl database stop
      giftctl database status
      giftctl list
      giftctl database migrate
      giftctl add rose fixtures/lottie/valid/rose.json --name en=Rose --price 10
      giftctl database stop
      giftctl undo 1
      """),
    AnswerSession(
      "databases, clocks and rights",
      """
      giftctl database status
      giftctl database migrate --dry-run
      giftctl database migrate
      giftctl database start
      giftctl database stop
      giftctl repair
      giftctl add rose --price 11
      clock> 2099-01-01T10:00:00Z
      giftctl add rose --price 12
      giftctl repair
      giftctl repair --dry-run
      n> giftctl repair
      giftctl repair --yes -m "The clock was ahead"
      giftctl add rose --price 12
      giftctl history
      sql> DO $$ BEGIN CREATE ROLE golden_reader LOGIN; EXCEPTION WHEN duplicate_object \
      THEN NULL; END $$
      GIFT_DATABASE="$GIFT_DATABASE user=golden_reader" giftctl list
      GIFT_DATABASE="$GIFT_DATABASE user=golden_reader" giftctl database status
      """),
    AnswerSession(
      "rows that were edited by hand",
      """
      sql> ALTER TABLE definition DISABLE TRIGGER ALL
      sql> UPDATE definition SET note = 'a' || chr(8203) || 'b' WHERE gift = 'rose'
      giftctl list --category flowers
      giftctl show rose
      giftctl publish rose --until +1w
      giftctl calendar --weeks 2
      """),
    AnswerSession(
      "command lines that are wrong",
      """
      giftctl lsit
      giftctl publish
      giftctl list --al
      giftctl list rose
      giftctl show
      giftctl rotation
      giftctl rotation plna
      giftctl database
      giftctl history --limit many
      giftctl publish rose --until
      giftctl add rose --tag
      giftctl lsit --json
      giftctl list --tz Europe/Lodnon
      giftctl --version
      """),
  ]
}
