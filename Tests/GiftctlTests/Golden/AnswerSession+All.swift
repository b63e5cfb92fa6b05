// Sessions to be recorded. A new answer is one more line here, and `RECORD_GOLDEN=1`.

extension AnswerSession {
  /// What is recorded, in this order.
  static let all: [AnswerSession] = gifts + plans + reading + rotations + animations + outside

  private static let gifts = [
    AnswerSession(
      "add: gifts, versions and definitions", over: .empty, widths: GoldenText.widths,
      """
      giftctl list
      giftctl add rose fixtures/lottie/valid/rose.json --name en=Rose --price 10 --dry-run
      giftctl add rose fixtures/lottie/valid/rose.json --name en=Rose --name de=Rose --price 10
      giftctl add rose fixtures/lottie/valid/rose.json
      giftctl add rose fixtures/lottie/valid/heart.json -m "New petals"
      giftctl add rose --price 12 --category flowers --tag love --tag spring --streakable
      giftctl add rose --price 12
      giftctl add rose --name fr=Rosé --drop-name de --no-tags --no-streakable --order 5
      giftctl add rose --note "Licensed until 2100"
      giftctl add rose --no-note
      giftctl add tulip
      giftctl add tulip --name en=Tulip --price 5
      giftctl publish tulip
      giftctl add tulip rose --price 7
      giftctl add lily fixtures/lottie/invalid/top.missing/fr.json --name en=Lily --price 5
      giftctl add lily missing.json --name en=Lily --price 5
      giftctl add Lily --name en=Lily --price 5
      giftctl add lily --name Lily --price 5
      giftctl add lily --name en=Lily --price cheap
      giftctl add rose --price 9 --expect-change 1
      giftctl add rose --price 9 --expect-change 99
      giftctl add rose --price 9 --lock-wait 0
      giftctl add rose --price 9 --wait gifts.example.com
      giftctl served --url http://127.0.0.1:9 --change 1
      giftctl add rose --tag love --no-tags
      giftctl add rose --price 8 --json
      giftctl list --all
      """),
    AnswerSession(
      "one placement of several, several ids, and another slug of a category",
      """
      giftctl placement add splash
      giftctl add rose --also-place splash:2
      giftctl add rose --no-place gifts
      giftctl add rose --also-place gifts
      giftctl add rose --no-place gifts --no-place splash
      giftctl add rose --place gifts --no-place splash
      giftctl add rose rose-final --tag love
      giftctl add rose rose.json
      giftctl add rose.json
      giftctl add rose --name 'en= Rosé'
      giftctl add rose --only ios:99+
      giftctl category add flowers --name en=Flowers --order 2
      giftctl category rename flowers blossoms --dry-run
      giftctl category rename flowers blossoms
      giftctl category rename flowers blossoms --yes
      giftctl category rename flowers blossoms --yes
      giftctl category rename blossoms love --yes
      giftctl list --status unseen
      giftctl show rose
      giftctl retire rsoe haert --yes
      giftctl rollback rose --to +1m
      giftctl history rose --limit 2
      """),
    AnswerSession(
      "withdraw and restore-asset: bytes that nobody may have any more",
      """
      giftctl add tulip fixtures/lottie/valid/rose.json --name en=Tulip --price 5
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl publish rose tulip
      giftctl withdraw rose@1
      giftctl withdraw rose@9 -m "Licence expired"
      giftctl withdraw rsoe -m "Licence expired"
      giftctl withdraw rose@1 -m "Licence expired" --dry-run
      giftctl withdraw rose@1 -m "Licence expired"
      n> giftctl withdraw rose@1 -m "Licence expired"
      giftctl withdraw rose@1 -m "Licence expired" --yes
      giftctl withdraw rose@1 -m "Licence expired" --yes --json
      giftctl show rose
      giftctl publish tulip
      giftctl publish rose --version 1
      giftctl add lily fixtures/lottie/valid/rose.json --name en=Lily --price 5
      giftctl rollback tulip --to 3
      giftctl history tulip
      giftctl restore-asset tulip
      giftctl restore-asset tulip --json
      giftctl publish tulip
      giftctl retire tulip --yes
      """),
    AnswerSession(
      "placement and category: where gifts are shown, and under what name",
      """
      giftctl placement list
      giftctl placement add splash --choose random --dry-run
      giftctl placement add splash --choose random -m "Screens on starting"
      giftctl placement add splash
      giftctl placement add splash --choose first
      giftctl placement add splash --choose some
      giftctl placement add "Splash Screen"
      giftctl placement add gifts --choose random
      giftctl placement list --json
      giftctl add winter fixtures/lottie/valid/crown.json --name en=Winter --place splash:3
      giftctl publish winter
      giftctl add rose --place gifts --place splash
      giftctl add rose --place gifts:20 --place splash:2 --place lobby
      giftctl add rose --place gifts --place splahs
      giftctl add rose --place gifts:20 --place gifts
      giftctl add rose --place splash:0
      giftctl add rose --place splash:two
      giftctl add winter --order 5
      giftctl add winter --place gifts
      giftctl list
      giftctl list --placement splash
      giftctl show rose
      giftctl category list
      giftctl category add flowers --name en=Flowers --name de=Blumen --order 2
      giftctl category add flowers --name fr=Fleurs --drop-name de --fallback fr
      giftctl category add flowers --order 2
      giftctl category add flowers --drop-name fr
      giftctl category add party
      giftctl category list
      giftctl category list --json
      n> giftctl category retire flowers
      giftctl category retire flowers --yes
      giftctl category retire flowers --yes
      giftctl category retire party --yes
      giftctl undo 9
      giftctl placement retire splash
      giftctl placement retire splash --yes
      giftctl publish winter --until +1d
      n> giftctl placement retire splash
      giftctl placement retire lobby --yes
      giftctl placement retire gifts --yes
      giftctl placement list
      giftctl list --placement splash
      giftctl placement add splash --json
      giftctl diff
      giftctl diff --from 6 --to 8 --plans
      giftctl placement add splahs --choose first --dry-run
      giftctl add rose --place gifts:3 --order 4
      giftctl add rose --place splahs
      giftctl history
      """),
    AnswerSession(
      "audiences: gifts for some clients only",
      """
      giftctl add rose --only ios:8.2.0+ --only android --region at,DE -m "Needs mattes"
      giftctl add rose --only android --only 'ios>=8.2'
      giftctl add heart --region DE --region AT,CH --dry-run
      giftctl add heart --only ios:-8 --json
      giftctl add tulip --name en=Tulip --price 5 --only web
      giftctl add rose --only 'ios>8'
      giftctl add rose --only tv
      giftctl add rose --region UK
      giftctl add rose --region DE,
      giftctl add rose --only ios --no-only
      giftctl add rose --region DE --no-region
      giftctl list
      giftctl list --as-seen-by ios:8.10:DE
      giftctl list --as-seen-by anyone
      giftctl list --as-seen-by web::FR --all --ids
      giftctl list --as-seen-by ios:8:DE:x
      giftctl list --as-seen-by :8
      giftctl list --as-seen-by tv
      giftctl list --json
      giftctl show rose
      giftctl next --as-seen-by ios:9
      giftctl add tulip fixtures/lottie/valid/clouds.json
      giftctl rotation add ours --tz UTC --first "2100-01-01 10:00" --every 1w --stay 1d \
        --lineup tulip
      giftctl next 1 --as-seen-by web
      giftctl next --as-seen-by ios
      giftctl calendar --as-seen-by web --format ics
      giftctl diff
      giftctl diff --from -1w --as-seen-by ios:9.1
      giftctl diff --from -1w --as-seen-by anyone --json
      giftctl diff --as-seen-by ios
      giftctl calendar --weeks 2
      giftctl calendar --weeks 2 --as-seen-by android --json
      giftctl add rose --no-region
      giftctl add rose --no-only
      giftctl undo 7
      giftctl history rose
      """),
    AnswerSession(
      "publish: another price for a time",
      """
      giftctl publish rose --from +1d --until +3d --price 3
      giftctl publish rose --from +1d --until +3d --price 3
      giftctl publish rose --from +2d --until +4d --price 4
      giftctl publish rose --from +2d --until +4d --price 4 --order 1 --replace --dry-run
      giftctl publish rose --price 3
      giftctl publish rose --until +1h --price -1
      giftctl publish rose heart --until +1h --price 1 --order 5 -m "Happy hour"
      giftctl publish rose heart --until +1h --price 1 --order 5 --yes -m "Happy hour"
      giftctl list --category flowers
      giftctl show rose
      giftctl list --ids --sort order
      giftctl show rose --json
      giftctl next
      giftctl diff --from now --to +2d
      giftctl publish rose --until now
      giftctl publish rose --until now --price 3
      giftctl next
      giftctl calendar --weeks 1
      giftctl history rose
      giftctl undo 3
      """),
    AnswerSession(
      "publish: for good, in a window, and what hides it",
      """
      giftctl publish rose
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl add rose fixtures/lottie/valid/crown.json
      giftctl publish rose --dry-run
      giftctl publish rose --version 2
      giftctl publish rose --version 9
      giftctl publish rose --until +1w
      giftctl publish rose --until +2w
      giftctl publish rose --version 3 --from +3d
      giftctl publish rose --version 2 --from +1d --until +4w
      giftctl publish rose --version 2 --from +1d --until +4w --replace
      giftctl publish rose --version 1 --from -1d
      giftctl publish rose --version 1 --from +2d --until +1d
      giftctl publish rose --until now
      giftctl publish rose --version 1 --until +6w --replace
      giftctl publish rose heart crown --version 1
      giftctl publish heart crown --until +1w --also-retire teddy -m "A week of hearts"
      giftctl publish heart crown
      giftctl publish unicorn
      giftctl publish rsoe
      giftctl publish rose --from "2100-01-05 10:00" --tz Europe/Lodnon
      giftctl publish rose --from tomorrow
      giftctl publish rose heart --version 1 --until now
      giftctl show rose
      """),
    AnswerSession(
      "publish: a rotation, a later plan and a missing successor",
      """
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl rotation add spring --tz UTC --first "2100-03-02 10:00" --every 3w \
        --lineup rose:1,heart
      giftctl publish rose --version 2 --from 2100-03-03T10:00:00Z
      giftctl publish rose --version 1 --from +1d
      giftctl publish rose --version 1 --from +1d --replace
      giftctl retire heart --at +1w --leave-rotations --yes
      giftctl publish crown --until +1d
      giftctl retire crown --at +1d --yes
      giftctl publish rose --version 2 --until 2100-03-10T10:00:00Z
      """),
    AnswerSession(
      "retire: now, at a time, in a window",
      """
      giftctl retire rose
      n> giftctl retire rose
      y> giftctl retire rose
      giftctl retire rose --yes
      giftctl retire heart --at +1w --yes
      giftctl retire heart --at +2w --yes
      giftctl retire crown --until +1w --yes
      giftctl retire teddy clouds --yes --dry-run
      n> giftctl retire teddy clouds crown
      giftctl retire teddy clouds --yes
      giftctl retire diamond --until +1w --replace --yes
      giftctl retire diamond --replace --yes
      giftctl retire unicorn --yes
      giftctl list --all
      giftctl next
      """),
    AnswerSession(
      "undo and rollback",
      """
      giftctl add rose fixtures/lottie/valid/heart.json
      giftctl publish rose --until +1w
      giftctl add heart --price 99
      giftctl add heart --price 99 --yes
      giftctl undo 3 --dry-run
      giftctl undo 3
      giftctl undo 3
      giftctl undo 99
      giftctl add heart --price 98 --yes
      giftctl undo 4
      giftctl undo 4 --as anna
      giftctl rollback rose
      giftctl rollback rose
      giftctl rollback heart --to 1
      giftctl rollback heart --to 1
      giftctl rollback unicorn
      giftctl rollback
      giftctl rollback --all --to 1
      n> giftctl rollback --all --to 1
      giftctl rollback --all --to 1 --yes
      giftctl rollback --all --to 99 --yes
      giftctl history --limit 20
      """),
  ]
}
